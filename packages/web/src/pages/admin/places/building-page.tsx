import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Table, Tabs, Text } from '@mantine/core'
import { type Location, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { PageTabs } from '../../../components/page-tabs.tsx'
import { QueryState } from '../../../components/states.tsx'
import { LIST_SEARCH } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { fullDay } from '../../../time/days.ts'
import { BuildingHistory } from './building-history.tsx'
import { descriptionOf, type Field } from './kinds/kind.ts'
import { BAY, BUILDING, LEVEL } from './kinds/kinds.ts'
import { EntitySection } from './list/entity-section.tsx'
import { type BuildingView, type ListView, readBuildingView } from './list/places-view.ts'
import { NodeHeader } from './node-header.tsx'

const FROM = '/shell/admin/places/$locationId'

/** One building: its levels, its parking bays and its settings. */
export const BuildingPage = () => {
  const { locationId } = useParams({ from: FROM })
  const view = useSearch({ from: FROM })
  const navigate = useNavigate()
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const building = useQuery(apiQuery('getLocation', { params: { locationId } }))
  const show = (search: BuildingView, replace = true) =>
    void navigate({ to: '/admin/places/$locationId', params: { locationId }, search, replace })
  const kept = useKeptSearch(LIST_SEARCH)
  const { tab = 'levels' } = view
  const list = {
    query: { locationId },
    parent: { locationId },
    view,
    onView: (next: ListView) => show({ ...kept, ...readBuildingView({ tab, ...next }) }),
    canChange,
    canBeMany: true,
  }
  return (
    <QueryState query={building} height={480}>
      {(location) => (
        <>
          <NodeHeader
            kind={BUILDING}
            item={location}
            canChange={canChange}
            above={[]}
            links={
              location.status === 'active' ? (
                <ButtonLink to="/admin/calendars" search={{ locationId }} variant="default">
                  <Trans>Calendar</Trans>
                </ButtonLink>
              ) : null
            }
          />
          <PageTabs
            tabs={{ levels: t`Levels`, bays: t`Parking bays`, settings: t`Settings`, history: t`History` }}
            value={tab}
            onChange={(next) => show({ tab: next }, false)}
          >
            <Tabs.Panel value="levels">
              <EntitySection
                kind={LEVEL}
                {...list}
                linkOf={({ levelId }, name) => (
                  <AnchorLink
                    to="/admin/places/$locationId/levels/$levelId"
                    params={{ locationId, levelId: String(levelId) }}
                    inherit
                  >
                    {name}
                  </AnchorLink>
                )}
              />
            </Tabs.Panel>
            <Tabs.Panel value="bays">
              <EntitySection kind={BAY} {...list} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <BuildingSettings location={location} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <BuildingHistory locationId={locationId} />
            </Tabs.Panel>
          </PageTabs>
        </>
      )}
    </QueryState>
  )
}

const inWords = ({ name, type, choices }: Field, location: Location): string => {
  const value = location[name as keyof Location]
  if (value === null) return '–'
  const chosen = choices?.find((choice) => choice.value === value)
  if (chosen) return chosen.label
  return type === 'date' ? fullDay(String(value)) : String(value)
}

/** The settings of a building. */
const BuildingSettings = ({ location }: { location: Location }) => (
  <Table maw={760} aria-label={t`Settings of ${location.locationName}`}>
    <Table.Tbody>
      {BUILDING.fields
        .filter(({ isShown }) => isShown?.(location) ?? true)
        .map((field) => (
          <Table.Tr key={field.name}>
            <Table.Th scope="row" fw={500}>
              {field.label}
              {descriptionOf(field, true) ? (
                <Text size="xs" c="dimmed" fw={400}>
                  {descriptionOf(field, true)}
                </Text>
              ) : null}
            </Table.Th>
            <Table.Td>{inWords(field, location)}</Table.Td>
          </Table.Tr>
        ))}
    </Table.Tbody>
  </Table>
)
