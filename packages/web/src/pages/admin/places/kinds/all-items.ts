import type { Operation } from '@rollcall/contract'
import type { Input } from '../../../../api/call.ts'
import { allPages } from '../../../../api/query.ts'
import type { Item } from './kind.ts'

/** A query of all items of a list below one node. */
export const allItems = (operation: Operation, query: Readonly<Record<string, string>>) => ({
  ...allPages(operation, { query } as unknown as Input<Operation>),
  select: ({ items }: { items: readonly unknown[] }) => items as readonly Item[],
})
