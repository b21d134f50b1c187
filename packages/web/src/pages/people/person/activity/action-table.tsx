import { Button, Code, Collapse, Table, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import type { UserAction } from '@rollcall/contract'
import { shortDay } from '../../../me/shared/days.ts'
import { zoneName } from '../../../me/shared/zoned-time.ts'
import { localText } from '../../shared/clock.ts'
import { WhoDid } from '../who-did.tsx'
import { ACTIONS } from '../words.ts'
import { stateChanges } from './state-changes.ts'

interface Props {
  readonly actions: readonly UserAction[]
  readonly userId: string
  readonly zone: string
}

/** One line per action. */
export const ActionTable = ({ actions, userId, zone }: Props) => (
  <Table.ScrollContainer minWidth={1000} type="native" tabIndex={0} role="region" aria-label="Activity">
    <Table verticalSpacing={6} fz="sm" aria-label="Activity" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={165}>When ({zoneName(zone)})</Table.Th>
          <Table.Th w={110}>Of the day</Table.Th>
          <Table.Th w={115}>Action</Table.Th>
          <Table.Th>What was done</Table.Th>
          <Table.Th w={170}>By</Table.Th>
          <Table.Th w={170}>Reason</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {actions.map((action) => (
          <Table.Tr key={`${action.actionId} ${action.day} ${action.action}`} style={{ verticalAlign: 'top' }}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <time dateTime={action.timestamp}>{localText(action.timestamp, zone)}</time>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{action.day ? shortDay(action.day) : 'Every week'}</Table.Td>
            <Table.Td>{ACTIONS[action.action]}</Table.Td>
            <Table.Td>
              {action.description}
              <States action={action} />
            </Table.Td>
            <Table.Td>
              <WhoDid changedBy={action.changedBy} changedByUserId={action.changedByUserId} userId={userId} />
            </Table.Td>
            <Table.Td>{action.reason ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

/** The states before and after, for who needs the ids. */
const States = ({ action }: { action: UserAction }) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  const changes = stateChanges(action)
  if (changes.length === 0) return null
  return (
    <>
      <Button
        display="block"
        variant="transparent"
        c="var(--mantine-color-anchor)"
        size="compact-xs"
        px={0}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {isOpen ? 'Hide' : 'Show'} before and after
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {changes.map(({ field, before, after }) => (
          <Text key={field} size="xs" style={{ overflowWrap: 'anywhere' }}>
            {field}: <Code>{before}</Code> → <Code>{after}</Code>
          </Text>
        ))}
      </Collapse>
    </>
  )
}
