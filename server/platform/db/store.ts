import type { Cipher } from './encrypt.ts'
import type { Queryable } from './open.ts'

/**
 * The database and the keyring that reading encrypted rows needs. Every `Services` is one; in a
 * transaction pass `{ ...services, db: tx }`.
 */
export type Store = { readonly db: Queryable; readonly cipher: Cipher }
