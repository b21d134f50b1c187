import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Table, Title } from '@mantine/core'
import { showNumber } from '../../../components/format.ts'
import type { Floor } from './apply-news.ts'

/** A table of the zones and their current use. */
export const ZoneTable = ({ floor }: { floor: Floor }) => {
  const seen = (zoneId: string) => floor.people.filter((person) => person.zoneId === zoneId).length
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        <Trans>Levels and zones</Trans>
      </Title>
      <Table.ScrollContainer
        minWidth={560}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Levels and zones` } }}
      >
        <Table verticalSpacing={4} withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans>Level</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>Zone</Trans>
              </Table.Th>
              <Table.Th ta="right">
                <Trans>Seats</Trans>
              </Table.Th>
              <Table.Th ta="right">
                <Trans>Booked today</Trans>
              </Table.Th>
              <Table.Th ta="right">
                <Trans>Seen there last</Trans>
              </Table.Th>
              <Table.Th ta="right">
                <Trans>Desks occupied</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {floor.zones.map(({ zoneId, zoneName, levelName, seats, booked, occupied }) => (
              <Table.Tr key={zoneId}>
                <Table.Td>{levelName}</Table.Td>
                <Table.Td>{zoneName}</Table.Td>
                {[seats, booked, seen(zoneId), occupied].map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                  <Table.Td key={index} ta="right">
                    {showNumber(value)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}
