import { Table, Text } from '@mantine/core'
import type { Location } from '@rollcall/contract'
import { fullDay } from '../../../time/days.ts'
import type { Field } from './kinds/kind.ts'
import { BUILDING } from './kinds/kinds.ts'

const inWords = ({ name, type }: Field, location: Location): string => {
  const value = location[name as keyof Location]
  if (value === null) return '–'
  return type === 'date' ? fullDay(String(value)) : String(value)
}

/** What applies to a building. */
export const BuildingSettings = ({ location }: { location: Location }) => (
  <Table maw={760} aria-label={`Settings of ${location.locationName}`}>
    <Table.Tbody>
      {BUILDING.fields.map((field) => (
        <Table.Tr key={field.name}>
          <Table.Th scope="row" fw={500}>
            {field.label}
            {field.description ? (
              <Text size="xs" c="dimmed" fw={400}>
                {field.description}
              </Text>
            ) : null}
          </Table.Th>
          <Table.Td>{inWords(field, location)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
