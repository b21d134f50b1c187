import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../../../../components/links.tsx'
import type { ListColumn } from '../../../../components/table/columns.ts'
import { ListTable } from '../../../../components/table/list-table.tsx'
import { StatusBadge } from '../../shared/status-badge.tsx'
import { type Item, idOf, type Kind, nameOf } from '../kinds/kind.ts'
import { WORDS } from '../kinds/kind-words.ts'
import { filtered } from './filtered.ts'
import { type ListView, readListView } from './places-view.ts'

interface Props {
  readonly kind: Kind
  readonly items: readonly Item[]
  readonly view: ListView
  readonly onView: (view: ListView) => void
  readonly canChange: boolean
  readonly onEdit: (item: Item) => void
  readonly onStatus: (item: Item) => void
  /** Makes the name a link. */
  readonly linkOf?: (item: Item, name: string) => ReactNode
  /** Adds one. */
  readonly action?: ReactNode
  /** Further filters. */
  readonly filters?: ReactNode
  /** Actions on several at once. */
  readonly onChosen?: (chosen: readonly Item[], clear: () => void) => ReactNode
}

type RowProps = Pick<Props, 'kind' | 'linkOf' | 'canChange' | 'onEdit' | 'onStatus'>

const STATUS: ListColumn<Item> = {
  key: 'status',
  name: t`Status`,
  value: ({ status }) => (status === 'active' ? t`Active` : t`Inactive`),
  render: ({ status }) => <StatusBadge status={status === 'active' ? 'active' : 'inactive'} />,
}

const columnsOf = ({ kind, linkOf, canChange, ...actions }: RowProps): readonly ListColumn<Item>[] => [
  {
    key: 'name',
    name: t`Name`,
    value: (item) => nameOf(kind, item),
    render: (item) => (linkOf ? linkOf(item, nameOf(kind, item)) : nameOf(kind, item)),
  },
  ...kind.columns,
  STATUS,
  ...(canChange
    ? [
        {
          key: 'change',
          name: t({ message: 'Change', context: 'verb' }),
          value: () => null,
          isAction: true,
          render: (item: Item) => <RowActions kind={kind} item={item} {...actions} />,
        },
      ]
    : []),
]

/** The nodes of one kind, with a search and the actions on each. */
export const EntityTable = ({ kind, items, view, onView, action, filters, onChosen, ...row }: Props) => (
  <ListTable
    id={`${kind.name}s`}
    label={WORDS[kind.name].table}
    many={WORDS[kind.name].many}
    columns={columnsOf({ kind, ...row })}
    rows={filtered(kind, items, view)}
    rowKey={(item) => idOf(kind, item)}
    minWidth={480}
    isFiltered={items.length > 0}
    onClear={() => onView({ status: 'all' })}
    actions={action}
    whenNone={
      <Trans>
        Add them here, or{' '}
        <TextLink underline="always" to="/admin/import">
          import a file
        </TextLink>{' '}
        with all of them.
      </Trans>
    }
    filters={
      <>
        {filters}
        <SegmentedControl
          aria-label={t`Which`}
          value={view.status ?? 'active'}
          onChange={(status) => onView(readListView({ ...view, status }))}
          data={[
            { value: 'active', label: t`Active` },
            { value: 'inactive', label: t`Inactive` },
            { value: 'all', label: t`All` },
          ]}
        />
      </>
    }
    {...(onChosen ? { onChosen, nameOf: (item: Item) => nameOf(kind, item) } : {})}
  />
)

const RowActions = ({ kind, item, onEdit, onStatus }: Pick<Props, 'kind' | 'onEdit' | 'onStatus'> & { item: Item }) => {
  const name = nameOf(kind, item)
  const isActive = item.status === 'active'
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-xs" variant="default" aria-label={t`Edit: ${name}`} onClick={() => onEdit(item)}>
        <Trans>Edit</Trans>
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={isActive ? t`Set inactive: ${name}` : t`Set active: ${name}`}
        onClick={() => onStatus(item)}
      >
        {isActive ? t`Set inactive` : t`Set active`}
      </Button>
    </Group>
  )
}
