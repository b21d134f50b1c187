import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { Floor } from './apply-news.ts'
import type { Colleagues, Team, useColleagues } from './colleagues.ts'
import { Elsewhere } from './elsewhere.tsx'

/** `AB` for Ada Byron: drawn on a desk, where there is no room for a name. */
export const initialsOf = (person: { firstName: string | null; lastName: string | null; userName: string }): string =>
  [person.firstName, person.lastName]
    .flatMap((name) => (name ? [[...name][0]] : []))
    .join('')
    .toUpperCase() || person.userName.slice(0, 2).toUpperCase()

interface ListProps {
  readonly floor: Floor
  readonly team: Team
  readonly shownId: string | undefined
  /** Shows a desk on the map of its level. */
  readonly onShow: (placeId: string, levelId: string | undefined) => void
}

interface Props extends ListProps {
  readonly teams: readonly Team[]
  readonly onTeam: (groupId: string) => void
  readonly colleagues: ReturnType<typeof useColleagues>
  readonly isOnMap: boolean
  readonly onOnMap: (isOnMap: boolean) => void
}

/** Where the team sits today. The choice of the team stays while the people of another one are read. */
export const TeamToday = ({ teams, onTeam, colleagues, isOnMap, onOnMap, ...list }: Props) => (
  <section>
    <Group justify="space-between" gap="sm" mb="xs">
      <Title order={2} size="h4">
        <Trans>Your team today</Trans>
      </Title>
      <Group gap="sm">
        {teams.length > 1 ? (
          <SearchSelect
            aria-label={t`Team`}
            size="xs"
            w={220}
            searchable={teams.length > 10}
            data={teams.map(({ groupId, groupName }) => ({ value: groupId, label: groupName }))}
            value={list.team.groupId}
            onChange={(next) => next && onTeam(next)}
          />
        ) : null}
        <Checkbox
          label={t`Show my team on the map`}
          checked={isOnMap}
          onChange={({ currentTarget }) => onOnMap(currentTarget.checked)}
        />
      </Group>
    </Group>
    <QueryState query={colleagues} height={44}>
      {(known) => <TeamList colleagues={known} {...list} />}
    </QueryState>
  </section>
)

/** A click shows the desk of a colleague, and a link leads to a free desk near it. */
const TeamList = ({ floor, team, colleagues, shownId, onShow }: ListProps & { colleagues: Colleagues }) => {
  const { people, elsewhere, isCut } = colleagues
  const of = team.groupName
  const levelOf = (zoneId: string | null) => floor.zones.find((zone) => zone.zoneId === zoneId)
  const { day } = floor
  return (
    <>
      {people.length === 0 ? (
        isCut ? null : (
          <Text size="sm" c="dimmed">
            {t`No colleague of ${of} plans to be in this building today.`}
          </Text>
        )
      ) : (
        <Group component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Your team today`}>
          {people.map((person) => {
            const { userId, placeId, zoneId, zoneName } = person
            const placeName = person.placeName ?? ''
            const [name, level] = [personName(person), levelOf(zoneId)]
            const { levelId, levelName = '' } = level ?? {}
            if (!placeId) {
              return (
                <Text key={userId} component="li" size="sm">
                  {zoneName ? t`${name} in ${zoneName}` : t`${name}, no desk booked`}
                </Text>
              )
            }
            return (
              <Group key={userId} component="li" gap="xs">
                <UnstyledButton
                  onClick={() => onShow(placeId, levelId)}
                  aria-pressed={shownId === placeId}
                  fz="sm"
                  fw={600}
                  td="underline"
                  mih={24}
                >
                  {levelName ? t`${name} at ${placeName}, ${levelName}` : t`${name} at ${placeName}`}
                </UnstyledButton>
                <AnchorLink
                  to="/me/desk"
                  search={{ day, locationId: floor.locationId, ...(levelId ? { levelId } : {}), near: placeId }}
                  size="sm"
                  aria-label={t`Sit nearby: ${name}`}
                >
                  <Trans>Sit nearby</Trans>
                </AnchorLink>
              </Group>
            )
          })}
        </Group>
      )}
      {/* Those who were read would be too few to count. */}
      {isCut ? (
        <Text size="sm" c="dimmed">
          <Trans>There are more people in this group than can be shown.</Trans>{' '}
          <AnchorLink to="/me/colleagues" search={{ day, groupId: team.groupId }} inherit underline="always">
            {t`See who`}
          </AnchorLink>
        </Text>
      ) : (
        <Elsewhere people={elsewhere} day={day} groupId={team.groupId} />
      )}
    </>
  )
}
