import { t } from '@lingui/core/macro'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { LIST_SEARCH } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { readerZone } from '../../../time/zoned-time.ts'
import { buildingIn } from './kinds/building-kind.ts'
import { EntitySection } from './list/entity-section.tsx'
import type { ListView } from './list/places-view.ts'

/** All buildings of the organization. */
export const BuildingsPage = () => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const { data: settings } = useQuery({ ...apiQuery('getSettings'), enabled: canChange })
  const view = useSearch({ from: '/shell/admin/places' })
  const navigate = useNavigate()
  const kept = useKeptSearch(LIST_SEARCH)
  const onView = (search: ListView) => void navigate({ to: '/admin/places', search: { ...kept, ...search }, replace: true })
  return (
    <EntitySection
      // Most buildings of an organization are in its time zone.
      kind={buildingIn(settings?.timeZone ?? readerZone())}
      header={(add) => (
        <PageHeader
          title={t`Places`}
          description={t`Buildings with their levels, zones, desks, spaces and parking bays. Nothing is ever deleted; set what you no longer use inactive.`}
          actions={add}
        />
      )}
      view={view}
      onView={onView}
      canChange={canChange}
      // Its levels come next.
      onAdded={({ locationId }) => void navigate({ to: '/admin/places/$locationId', params: { locationId: String(locationId) } })}
      linkOf={({ locationId }, name) => (
        <AnchorLink to="/admin/places/$locationId" params={{ locationId: String(locationId) }} inherit>
          {name}
        </AnchorLink>
      )}
    />
  )
}
