import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useBuildingOf, useMe, useToday } from '../../../workplace/me.tsx'
import { SeatOfColleague } from '../../../workplace/seat-of-colleague.tsx'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { Card } from '../shared/card.tsx'
import classes from './who-is-in-card.module.css'

/** People who are named; the page of colleagues shows all. */
const NAMED = 8
const READ = 1000

/** Colleagues of the own group, or of the own building without a group, who plan to be in the office today, and where they sit. */
export const WhoIsInCard = () => (
  <Card
    title={t`Who plans to be in today`}
    more={
      <AnchorLink to="/me/colleagues" size="sm">
        <Trans>All colleagues</Trans>
      </AnchorLink>
    }
    height={150}
  >
    <WhoIsIn />
  </Card>
)

const WhoIsIn = () => {
  const today = useToday()
  const { userId, primaryGroupId, primaryGroupName, primaryLocationId, primaryLocationName } = useMe()
  const team = primaryGroupId ? { groupId: primaryGroupId } : primaryLocationId ? { locationId: primaryLocationId } : {}
  const { data } = useSuspenseQuery(apiQuery('listColleagueDays', { query: { day: today, limit: READ, ...team } }))
  // The card above asks for it at the same time.
  const { data: own } = useQuery(userDaysQuery(today, today))
  const mineId = useBuildingOf()(own?.items[0])
  const people = data.items.filter((each) => each.plan === 'o' && each.userId !== userId)
  const of = primaryGroupName ?? primaryLocationName
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {of ? t`No colleague of ${of} plans to be in the office today.` : t`No colleague plans to be in the office today.`}
      </Text>
    )
  }
  const more = people.length - NAMED
  return (
    <>
      <Text size="sm" mb="xs">
        {of
          ? plural(people.length, { one: `# colleague of ${of}`, other: `# colleagues of ${of}` })
          : plural(people.length, { one: '# colleague', other: '# colleagues' })}
        {data.nextCursor ? t`, or more` : ''}
      </Text>
      <ul className={classes.people} aria-label={t`Who plans to be in today`}>
        {people.slice(0, NAMED).map((person) => (
          <li key={person.userId}>
            <Text size="sm" fw={500}>
              {personName(person)}
            </Text>
            <Text size="xs" c="dimmed">
              {/* The link to a desk elsewhere names the building itself. */}
              {person.placeId && person.locationId !== mineId ? null : (
                <>
                  {person.locationName}
                  {person.placeName || person.zoneName ? ' · ' : null}
                </>
              )}
              <SeatOfColleague person={person} mineId={mineId} />
            </Text>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>and {more} more</Trans>
        </Text>
      ) : null}
    </>
  )
}
