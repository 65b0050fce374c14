import type { Cipher } from './encrypt.ts'
import type { Queryable } from './open.ts'

/** Where encrypted rows are read. Every `Services` is one; in a transaction pass `{ ...services, db: tx }`. */
export type Store = { readonly db: Queryable; readonly cipher: Cipher }
