import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CREATE } from './table-search.ts'

type Search = Readonly<Record<string, unknown>>

/**
 * Whether the form of a new entry is open: by a button of the page, or by `create=true` in its address, as the palette leads to
 * it. Closing it takes that out of the address.
 */
export const useCreating = (): readonly [boolean, (isOpen: boolean) => void] => {
  const router = useRouter()
  const isAsked = useLocation({ select: ({ search }) => (search as Search)[CREATE] === true })
  const [isOpen, setOpen] = useState(false)
  const show = (next: boolean): void => {
    setOpen(next)
    // Another page may be on its way.
    const { [CREATE]: create, ...search } = router.latestLocation.search as Search
    if (!next && create === true) void router.navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  }
  return [isOpen || isAsked, show]
}
