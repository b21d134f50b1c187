import { searchText } from '@rollcall/contract'
import { useLocation, useMatch, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf, type ListColumn, shown } from './columns.ts'
import { nextOrder, type Order, sortRows } from './sort.ts'
import { TABLES } from './table-search.ts'

/** What a list shows of its rows. It is in the address, so that a link shows the same. */
export interface TableView {
  readonly order: Order | undefined
  /** The columns that are not shown, by their keys. */
  readonly hidden: readonly string[]
  /** The values that rows may have, by column. */
  readonly only: Readonly<Record<string, readonly string[]>>
  /** The text that rows contain. */
  readonly find: string
  readonly page: number
}

type Search = Readonly<Record<string, unknown>>

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : typeof value === 'string' ? [value] : []

const orderOf = (sort: unknown): Order | undefined => {
  if (typeof sort !== 'string' || sort === '') return undefined
  return { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }
}

const sortOf = (order: Order | undefined): string | undefined => order && `${order.isDescending ? '-' : ''}${order.key}`

const readOnly = (only: unknown): TableView['only'] =>
  only === null || typeof only !== 'object'
    ? {}
    : Object.fromEntries(
        Object.entries(only)
          .map(([key, values]) => [key, textsOf(values)] as const)
          .filter(([, values]) => values.length > 0),
      )

/** `none` says that all columns are shown, whatever this browser remembers. */
const NONE = 'none'

const readView = ({ sort, hide, only, find, page }: Search, remembered: readonly string[]): TableView => ({
  order: orderOf(sort),
  hidden: typeof hide === 'string' ? hide.split(',').filter((key) => key !== '' && key !== NONE) : remembered,
  only: readOnly(only),
  find: typeof find === 'string' || typeof find === 'number' ? String(find) : '',
  page: typeof page === 'number' && page >= 1 ? Math.floor(page) : 1,
})

/** Tables of different pages may have the same name. */
const storageKey = (page: string, id: string): string => `rollcall.hidden-columns.${page}.${id}`

/** The columns that the reader has hidden; undefined if none were ever chosen, or where the browser forbids storage. */
const rememberedColumns = (key: string): string[] | undefined => {
  try {
    return localStorage.getItem(key)?.split(',').filter(Boolean)
  } catch {
    return undefined
  }
}

const rememberColumns = (key: string, hidden: readonly string[]): void => {
  try {
    localStorage.setItem(key, hidden.join(','))
  } catch {
    // The address still has them.
  }
}

const given = (search: Search): Search => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

const objectOf = (value: unknown): Search => (value !== null && typeof value === 'object' ? (value as Search) : {})

/** The part of the address that a table has for itself; the list of a page has the address. */
const partOf = (search: Search, name: string | undefined): Search =>
  name === undefined ? search : objectOf(objectOf(search[TABLES])[name])

const withPart = (search: Search, name: string | undefined, part: Search): Search => {
  if (name === undefined) return part
  const { [name]: _, ...others } = objectOf(search[TABLES])
  const tables = Object.keys(part).length > 0 ? { ...others, [name]: part } : others
  return given({ ...search, [TABLES]: Object.keys(tables).length > 0 ? tables : undefined })
}

/**
 * The view of a list and how to change it. A change of what is listed starts on the first page. A table that is not the one list
 * of its page has a `name` for the address.
 */
export const useTableView = <Row>(id: string, columns: readonly ListColumn<Row>[], name?: string) => {
  const router = useRouter()
  const search = useLocation({ select: (location) => location.search as Search })
  const { routeId: page } = useMatch({ strict: false })
  const [remembered] = useState(() => rememberedColumns(storageKey(page, id)))
  const extra = columns.filter(({ isExtra }) => isExtra).map(({ key }) => key)
  const view = readView(partOf(search, name), remembered ?? extra)
  // Two changes may come before the next rendering, so the address is read again.
  const latest = (): Search => router.latestLocation.search as Search
  const change = (changes: Search): void => {
    const next = withPart(latest(), name, given({ ...partOf(latest(), name), page: undefined, ...changes }))
    void router.navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }
  return {
    view,
    onOrder: (order: Order | undefined) => change({ sort: sortOf(order) }),
    onSort: (key: string) => change({ sort: sortOf(nextOrder(orderOf(partOf(latest(), name).sort), key)) }),
    onFind: (find: string) => change({ find: find === '' ? undefined : find }),
    onPage: (page: number) => change({ page: page === 1 ? undefined : page }),
    onOnly: (key: string, values: readonly string[]) => {
      const only = { ...readOnly(partOf(latest(), name).only), [key]: values }
      const next = Object.entries(only).filter(([, each]) => each.length > 0)
      change({ only: next.length === 0 ? undefined : Object.fromEntries(next) })
    },
    onHidden: (hidden: readonly string[]) => {
      rememberColumns(storageKey(page, id), hidden)
      change({ hide: hidden.length === 0 ? NONE : hidden.join(',') })
    },
    onClear: () => change({ find: undefined, only: undefined }),
  }
}

/** What the list of a page keeps in the address when the page changes its own filters there: not on which page it is. */
export const useKeptSearch = (names: readonly string[]): object => {
  const search = useLocation({ select: (location) => location.search as Search })
  const kept = names.filter((name) => name !== 'page' && search[name] !== undefined)
  return Object.fromEntries(kept.map((name) => [name, search[name]]))
}

/** The columns that are shown: the first, which names the row, always is. */
export const shownColumns = <Row>(columns: readonly ListColumn<Row>[], { hidden }: TableView): readonly ListColumn<Row>[] =>
  columns.filter((column, index) => index === 0 || column.isAction || !hidden.includes(column.key))

/** Rows that contain the text in a column that is shown, and have the chosen values, in the chosen order. */
export const shownRows = <Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[], view: TableView): readonly Row[] => {
  const wanted = searchText(view.find.trim())
  const searched = shownColumns(columns, view).filter(({ isAction }) => !isAction)
  const filters = columns.flatMap((column) => {
    const values = view.only[column.key]
    return values ? [{ column, values }] : []
  })
  // Addresses of before had the words instead of codes.
  const kept = rows.filter(
    (row) =>
      filters.every(({ column, values }) => values.includes(codeOf(column, row)) || values.includes(shown(column, row))) &&
      (wanted === '' || searched.some((column) => searchText(shown(column, row)).includes(wanted))),
  )
  return sortRows(columns, kept, view.order)
}
