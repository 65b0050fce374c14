import { createContext, useContext } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { staffSession } from '#contract/staff/session.ts'
import type { Permission } from '#domain/staff/permissions.ts'

export type Person = Output<typeof staffSession.me>

const Context = createContext<Person | undefined>(undefined)
export const Me = Context.Provider

/** The signed-in person. */
export function useMe(): Person {
  const person = useContext(Context)
  if (!person) throw new Error('nobody is signed in here')
  return person
}

/** Whether the signed-in person has a permission. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return permission => permissions.includes(permission)
}
