import { useDebouncedValue } from '@mantine/hooks'
import type { SignInProvider } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from './query.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The identity providers of what is entered: only the domain of an address matters. */
export const useSignInProviders = (userName: string): readonly SignInProvider[] => {
  const [typed] = useDebouncedValue(userName.trim(), 300)
  const query = ADDRESS.test(typed) ? { userName: `@${typed.slice(typed.lastIndexOf('@') + 1)}` } : {}
  const { data } = useQuery({ ...apiQuery('findSignInProviders', { query }), placeholderData: keepPreviousData })
  return data?.items ?? []
}
