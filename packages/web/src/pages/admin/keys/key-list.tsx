import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Text } from '@mantine/core'
import type { Key } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { allPages, apiQuery } from '../../../api/query.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { fullDay } from '../../../time/days.ts'
import { momentDayText, momentText } from '../../../time/zoned-time.ts'
import { StatusBadge, statusWord } from '../shared/status-badge.tsx'
import { KeyActions } from './key-actions.tsx'
import { utcDaysAgo } from './key-times.ts'
import { KEY_ROLE_NAMES, METHOD_WORDS } from './key-words.ts'
import type { KeysView } from './keys-view.ts'

/** How many days back the last use of a key is searched. */
const LOOK_BACK = 90

/** Maps each key to its successor: the next key with the same name and role, which rotation creates. */
const successorsOf = (keys: readonly Key[]): ReadonlyMap<string, Key> => {
  const families = Map.groupBy(keys, ({ name, role }) => JSON.stringify([name, role])).values()
  return new Map(
    families.flatMap((family) => {
      const inOrder = family.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      return inOrder.slice(0, -1).map((key, index) => [key.keyId, inOrder[index + 1] as Key] as const)
    }),
  )
}

const columnsOf = (successors: ReadonlyMap<string, Key>): readonly ListColumn<Key>[] => [
  {
    key: 'name',
    name: t`Name`,
    value: ({ name }) => name,
    render: ({ keyId, name }) => (
      <>
        <AnchorLink to="/admin/keys/$keyId" params={{ keyId }} inherit>
          {name}
        </AnchorLink>
        <Text size="xs" c="dimmed" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
          {keyId}
        </Text>
        <Successor of={successors.get(keyId)} />
      </>
    ),
  },
  { key: 'role', name: t`Role`, code: ({ role }) => role, value: ({ role }) => KEY_ROLE_NAMES[role], isChoice: true },
  {
    key: 'authentication',
    name: t`Authentication`,
    value: ({ authMethods }) => authMethods.map((method) => METHOD_WORDS[method].label).join(', '),
  },
  {
    key: 'status',
    name: t`Status`,
    value: ({ status }) => status,
    show: ({ status }) => statusWord(status),
    isChoice: true,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'created',
    name: t`Created`,
    value: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => momentDayText(createdAt),
  },
  { key: 'last-used', name: t`Last used`, value: () => null, isSortable: false, render: (item) => <LastUsed item={item} /> },
  {
    key: 'ends',
    name: t`Ends`,
    value: ({ expiresAt }) => expiresAt,
    show: ({ expiresAt }) => (expiresAt ? momentText(expiresAt) : t`Never`),
  },
]

const Successor = ({ of: key }: { of: Key | undefined }) => {
  if (!key) return null
  const end = key.keyId.slice(-8)
  const date = momentDayText(key.createdAt)
  return (
    <Text size="xs">
      <Trans>
        Replaced by{' '}
        <AnchorLink to="/admin/keys/$keyId" params={{ keyId: key.keyId }} inherit underline="always">
          …{end}
        </AnchorLink>{' '}
        on {date}
      </Trans>
    </Text>
  )
}

/** All keys, or those that are not revoked. */
export const KeyList = ({ view, onView }: { view: KeysView; onView: (view: KeysView) => void }) => {
  const keys = useQuery(allPages('listKeys', {}))
  return (
    <QueryState query={keys} height={320}>
      {({ items }) => (
        <ListTable
          id="keys"
          label={t`Keys`}
          many={t`keys`}
          columns={columnsOf(successorsOf(items))}
          rows={view.show === 'all' ? items : items.filter(({ status }) => status !== 'revoked')}
          rowKey={({ keyId }) => keyId}
          minWidth={900}
          nameOf={({ name, keyId }) => `${name}, ${keyId.slice(-8)}`}
          onChosen={(chosen, clear) => <KeyActions chosen={chosen} onClear={clear} />}
          isFiltered={items.length > 0}
          onClear={() => onView({ show: 'all' })}
          whenNone={
            <Trans>
              Each system that sends events or reads the warehouse needs one. The{' '}
              <TextLink underline="always" to="/" search={{ steps: 'shown' }}>
                first steps
              </TextLink>{' '}
              create one and show how to use it.
            </Trans>
          }
          filters={
            <SegmentedControl
              aria-label={t`Which keys`}
              value={view.show ?? 'kept'}
              onChange={(show) => onView(show === 'all' ? { show } : {})}
              data={[
                { value: 'kept', label: t`Not revoked` },
                { value: 'all', label: t({ message: 'All', context: 'keys' }) },
              ]}
            />
          }
        />
      )}
    </QueryState>
  )
}

/** The last use: today from the key itself, earlier days from the usage. */
const LastUsed = ({ item: { keyId, today, createdAt } }: { item: Key }) => {
  const { requests } = today
  const isToday = requests > 0
  const query = { startDate: utcDaysAgo(LOOK_BACK - 1), endDate: utcDaysAgo(0) }
  const usage = useQuery({ ...apiQuery('getKeyUsage', { params: { keyId }, query }), enabled: !isToday })
  if (isToday) return t`Today, ${plural(requests, { one: '# request', other: '# requests' })}`
  const last = usage.data?.items.at(-1)
  if (last) return fullDay(last.day)
  if (!usage.data) return '…'
  return createdAt.slice(0, 10) < query.startDate ? t`Not in ${LOOK_BACK} days` : t`Not yet`
}
