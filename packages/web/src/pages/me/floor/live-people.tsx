import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Table, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { personName, showNumber } from '../../../components/format.ts'
import { EmptyState } from '../../../components/states.tsx'
import { timeOf, zoneName } from '../../../time/zoned-time.ts'
import type { Floor, LivePerson } from './apply-news.ts'

/** Number of rows shown at first, and added by each "Show more". */
const STEP = 50

export const whereIs = ({ nodeName, zoneName: zone, levelName }: LivePerson): string =>
  [nodeName, zone, levelName].filter(Boolean).join(', ') || t`Somewhere in the building`

/** The people in the building, latest first. */
export const LivePeople = ({ floor }: { floor: Floor }) => {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(STEP)
  const wanted = search.trim().toLowerCase()
  const found = floor.people.filter((person) => `${personName(person)} ${whereIs(person)}`.toLowerCase().includes(wanted))
  const [zone, count] = [zoneName(floor.timeZone), showNumber(found.length)]
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        <Trans>People</Trans>
      </Title>
      <TextInput
        label={t`Find by name or place`}
        maw={320}
        mb="xs"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {found.length === 0 ? (
        <EmptyState title={wanted ? t`No users match` : t`No one was seen here today`} height={120} />
      ) : (
        <Table.ScrollContainer
          minWidth={420}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`People in the building` } }}
        >
          <Table verticalSpacing={4} withTableBorder aria-label={t`People in the building`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <Trans>Name</Trans>
                </Table.Th>
                <Table.Th>
                  <Trans>Seen last at</Trans>
                </Table.Th>
                <Table.Th>
                  <Trans>Where</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.slice(0, limit).map((person) => (
                <Table.Tr key={person.userId}>
                  <Table.Td>{personName(person)}</Table.Td>
                  <Table.Td>{timeOf(person.seenAt, floor.timeZone)}</Table.Td>
                  <Table.Td>{whereIs(person)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        <Trans>Times are those of the building ({zone}).</Trans>
      </Text>
      {found.length > limit ? (
        <Button variant="default" mt="xs" onClick={() => setLimit(limit + STEP)}>
          <Trans>Show more of {count} people</Trans>
        </Button>
      ) : null}
    </section>
  )
}
