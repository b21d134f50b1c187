import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UserAction } from '@rollcall/contract'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { shortDay } from '../../../time/days.ts'
import { exactLocalText, zoneName } from '../../../time/zoned-time.ts'
import { doneWords } from './done-words.ts'
import { ACTIONS, actorText, PLANS, reasonText, WhoDid } from './words.tsx'

interface StateChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

const NOTHING = t`nothing`

/** Fields of plans and bookings in words; others have their code only. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  plan: t`Plan`,
  locationId: t`Building`,
  zoneId: t`Zone`,
  placeId: t`Desk`,
}

const valueText = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return NOTHING
  if (field === 'plan' && typeof value === 'string' && value in PLANS) return PLANS[value as keyof typeof PLANS]
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Each field that an action changed, with its value before and after. */
const stateChanges = ({ before, after }: Pick<UserAction, 'before' | 'after'>): StateChange[] => {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .map((field) => ({ field, before: valueText(field, before?.[field]), after: valueText(field, after?.[field]) }))
    .filter((change) => change.before !== change.after)
}

interface Props {
  readonly actions: readonly UserAction[]
  /** Whether there are more of them. */
  readonly isPart: boolean
  readonly userId: string
  readonly zone: string
}

/** One line per action. */
export const ActionTable = ({ actions, isPart, userId, zone }: Props) => {
  const shownZone = zoneName(zone)
  const columns: readonly ListColumn<UserAction>[] = [
    {
      key: 'when',
      name: t`When (${shownZone})`,
      value: ({ timestamp }) => timestamp,
      render: ({ timestamp }) => <time dateTime={timestamp}>{exactLocalText(timestamp, zone)}</time>,
    },
    {
      key: 'day',
      name: t`Of the day`,
      value: ({ day }) => day,
      show: ({ day }) => (day ? shortDay(day) : t`Every week`),
    },
    { key: 'action', name: t`Action`, isChoice: true, code: ({ action }) => action, value: ({ action }) => ACTIONS[action] },
    {
      key: 'what',
      name: t`What was done`,
      value: doneWords,
      render: (action) => <WhatWasDone action={action} />,
    },
    {
      key: 'by',
      name: t`By`,
      value: ({ changedBy, changedByUserId }) => actorText({ changedBy, changedByUserId, userId }),
      render: ({ changedBy, changedByUserId }) => (
        <WhoDid changedBy={changedBy} changedByUserId={changedByUserId} userId={userId} />
      ),
    },
    { key: 'reason', name: t`Reason`, value: ({ reason }) => reasonText(reason) },
  ]
  return (
    <div>
      <FactTable
        id="actions"
        label={t`Activity`}
        columns={columns}
        rows={actions}
        isPart={isPart}
        rowKey={({ actionId, day, action }) => `${actionId} ${day} ${action}`}
        minWidth={1000}
      />
    </div>
  )
}

/** The action in words; a button shows each value before and after. */
const WhatWasDone = ({ action }: { action: UserAction }) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const changes = stateChanges(action)
  const description = doneWords(action)
  return (
    <>
      {description}{' '}
      {changes.length > 0 ? (
        <Button
          variant="transparent"
          c="var(--mantine-color-anchor)"
          size="compact-sm"
          fw={500}
          px={0}
          aria-label={t`Details: before and after of ${description}`}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Trans>Details</Trans>
        </Button>
      ) : null}
      {isOpen
        ? changes.map(({ field, before, after }) => (
            <Text key={field} size="xs" style={{ overflowWrap: 'anywhere' }}>
              {Object.hasOwn(FIELD_WORDS, field) ? `${FIELD_WORDS[field]} ` : ''}
              <Text span inherit c="dimmed" ff="monospace">
                {field}
              </Text>
              : <Code>{before}</Code> → <Code>{after}</Code>
            </Text>
          ))
        : null}
    </>
  )
}
