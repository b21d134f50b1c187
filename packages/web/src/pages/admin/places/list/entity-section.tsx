import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryState } from '../../../../components/states.tsx'
import { useCreating } from '../../../../components/table/creating.ts'
import { EntityModal, type EntityModalProps } from '../form/entity-modal.tsx'
import { StatusModal } from '../form/status-modal.tsx'
import { allItems } from '../kinds/all-items.ts'
import type { Item, Kind } from '../kinds/kind.ts'
import { WORDS } from '../kinds/kind-words.ts'
import { EntityTable } from './entity-table.tsx'
import type { ListView } from './places-view.ts'

interface Props extends Pick<EntityModalProps, 'parent' | 'choices' | 'canBeMany' | 'onAdded'> {
  readonly kind: Kind
  /** The parent of all of them. */
  readonly query?: Readonly<Record<string, string>>
  readonly view: ListView
  readonly onView: (view: ListView) => void
  readonly canChange: boolean
  readonly linkOf?: (item: Item, name: string) => ReactNode
  readonly filters?: ReactNode
  /** Actions on several at once. */
  readonly onChosen?: (chosen: readonly Item[], clear: () => void) => ReactNode
  readonly keeps?: (item: Item) => boolean
  /** The heading of a page of which they are all, with the button that adds one. */
  readonly header?: (add: ReactNode) => ReactNode
}

interface Open {
  readonly what: 'edit' | 'status'
  readonly item: Item
}

/** Nodes of one kind, with the ways to add and change them. */
export const EntitySection = ({
  kind,
  query = {},
  canChange,
  keeps,
  header,
  parent,
  choices,
  canBeMany,
  onAdded,
  ...table
}: Props) => {
  const [open, setOpen] = useState<Open>()
  const [isAdding, setAdding] = useCreating()
  const items = useQuery(allItems(kind.lists[0] as Kind['create'], query))
  const close = () => setOpen(undefined)
  const add = canChange ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {canBeMany ? WORDS[kind.name].add : WORDS[kind.name].addOne}
    </Button>
  ) : null
  return (
    <>
      {header?.(add)}
      <QueryState query={items} height={320}>
        {(all) => (
          <EntityTable
            kind={kind}
            items={keeps ? all.filter(keeps) : all}
            canChange={canChange}
            action={header ? null : add}
            onEdit={(item) => setOpen({ what: 'edit', item })}
            onStatus={(item) => setOpen({ what: 'status', item })}
            {...table}
          />
        )}
      </QueryState>
      {isAdding && canChange ? (
        <EntityModal {...{ kind, parent, choices, canBeMany, onAdded }} onClose={() => setAdding(false)} />
      ) : null}
      {open?.what === 'edit' ? <EntityModal kind={kind} item={open.item} choices={choices} onClose={close} /> : null}
      {open?.what === 'status' ? <StatusModal kind={kind} item={open.item} onClose={close} /> : null}
    </>
  )
}
