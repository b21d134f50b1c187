import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UserAction } from '@rollcall/contract'
import { shortDay } from '../../../time/days.ts'
import { exactLocalText, zoneName } from '../../../time/zoned-time.ts'
import { ACTIONS, PLANS, reasonText, WhoDid } from './words.tsx'

interface StateChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

const NOTHING = t`nothing`

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
  readonly userId: string
  readonly zone: string
}

/** One line per action. */
export const ActionTable = ({ actions, userId, zone }: Props) => {
  const shownZone = zoneName(zone)
  return (
    <Table.ScrollContainer minWidth={1000} type="native" pos="relative" tabIndex={0} role="region" aria-label={t`Activity`}>
      <Table verticalSpacing={6} fz="sm" aria-label={t`Activity`} style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={165}>
              <Trans>When ({shownZone})</Trans>
            </Table.Th>
            <Table.Th w={110}>
              <Trans>Of the day</Trans>
            </Table.Th>
            <Table.Th w={115}>
              <Trans>Action</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>What was done</Trans>
            </Table.Th>
            <Table.Th w={170}>
              <Trans>By</Trans>
            </Table.Th>
            <Table.Th w={150}>
              <Trans>Reason</Trans>
            </Table.Th>
            <Table.Th w={80}>
              <VisuallyHidden>
                <Trans>Before and after</Trans>
              </VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {actions.map((action) => (
            <ActionRow key={`${action.actionId} ${action.day} ${action.action}`} action={action} userId={userId} zone={zone} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const ActionRow = ({ action, userId, zone }: { action: UserAction; userId: string; zone: string }) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const changes = stateChanges(action)
  const { description } = action
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={action.timestamp}>{exactLocalText(action.timestamp, zone)}</time>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{action.day ? shortDay(action.day) : t`Every week`}</Table.Td>
      <Table.Td>{ACTIONS[action.action]}</Table.Td>
      <Table.Td>
        {description}
        {isOpen
          ? changes.map(({ field, before, after }) => (
              <Text key={field} size="xs" style={{ overflowWrap: 'anywhere' }}>
                {field}: <Code>{before}</Code> → <Code>{after}</Code>
              </Text>
            ))
          : null}
      </Table.Td>
      <Table.Td>
        <WhoDid changedBy={action.changedBy} changedByUserId={action.changedByUserId} userId={userId} />
      </Table.Td>
      <Table.Td>{reasonText(action.reason) ?? '–'}</Table.Td>
      <Table.Td py={3}>
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
      </Table.Td>
    </Table.Tr>
  )
}
