import { t } from '@lingui/core/macro'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { hasRole, useSession } from '../../../api/session.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { LIST_SEARCH } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { BUILDING } from './kinds/kinds.ts'
import { EntitySection } from './list/entity-section.tsx'
import type { ListView } from './list/places-view.ts'

/** All buildings of the organization. */
export const BuildingsPage = () => {
  const session = useSession()
  const view = useSearch({ from: '/shell/admin/places' })
  const navigate = useNavigate()
  const kept = useKeptSearch(LIST_SEARCH)
  const onView = (search: ListView) => void navigate({ to: '/admin/places', search: { ...kept, ...search }, replace: true })
  return (
    <EntitySection
      kind={BUILDING}
      header={(add) => (
        <PageHeader
          title={t`Places`}
          description={t`Buildings with their levels, zones, desks, spaces and parking bays. Nothing is ever deleted; set what you no longer use inactive.`}
          actions={add}
        />
      )}
      view={view}
      onView={onView}
      canChange={hasRole(session, WORKPLACE_ADMINISTRATORS)}
      linkOf={({ locationId }, name) => (
        <AnchorLink to="/admin/places/$locationId" params={{ locationId: String(locationId) }} inherit>
          {name}
        </AnchorLink>
      )}
    />
  )
}
