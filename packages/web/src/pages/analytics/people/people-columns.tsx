import { Anchor } from '@mantine/core'
import type { PersonFigures } from '@rollcall/contract'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../../components/chart/columns.ts'
import { personName } from '../../../components/person-name.ts'
import { showDay } from '../figures/show.ts'

const PersonLink = ({ person }: { person: PersonFigures }) => (
  <Anchor component={Link} to={`/people/${person.userId}` as string} inherit>
    {personName(person)}
  </Anchor>
)

/** What is told of each person. */
export const PEOPLE_COLUMNS: readonly Column<PersonFigures>[] = [
  { name: 'Person', value: personName, render: (person) => <PersonLink person={person} /> },
  { name: 'User name', value: ({ userName }) => userName },
  { name: 'Status', value: ({ status }) => status },
  { name: 'Location', value: ({ primaryLocationName }) => primaryLocationName },
  { name: 'Group', value: ({ primaryGroupName }) => primaryGroupName },
  { name: 'Planned', value: ({ planned }) => planned },
  { name: 'Seen', value: ({ seen }) => seen },
  { name: 'No-show', value: ({ noShow }) => noShow },
  {
    name: 'Last seen',
    value: ({ lastSeenDay }) => lastSeenDay,
    show: ({ lastSeenDay }) => (lastSeenDay ? showDay(lastSeenDay) : '–'),
  },
]
