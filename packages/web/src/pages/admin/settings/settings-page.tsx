import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../../components/page-header.tsx'
import { PageTabs } from '../../../components/page-tabs.tsx'
import { AttributeMappings } from './attribute-mappings.tsx'
import { OrganizationSettings } from './organization-settings.tsx'
import { PlanningRuns } from './planning-runs.tsx'
import type { SettingsView } from './settings-view.ts'

/** The settings of the whole organization. */
export const SettingsPage = () => {
  const view = useSearch({ from: '/shell/admin/settings' })
  const navigate = useNavigate()
  const show = (search: SettingsView, replace = true) => void navigate({ to: '/admin/settings', search, replace })
  return (
    <>
      <PageHeader
        title={t`Settings`}
        description={t`Settings of the whole organization. The settings of each building are under Places.`}
      />
      <PageTabs
        tabs={{ organization: t`Organization`, attributes: t`User attributes`, planning: t`Nightly planning` }}
        value={view.tab ?? 'organization'}
        onChange={(tab) => show({ tab }, false)}
      >
        <Tabs.Panel value="organization">
          <OrganizationSettings />
        </Tabs.Panel>
        <Tabs.Panel value="attributes">
          <AttributeMappings />
        </Tabs.Panel>
        <Tabs.Panel value="planning">
          <PlanningRuns
            building={view.building}
            cursor={view.cursor}
            onView={(next, replace) => show({ tab: 'planning', ...next }, replace)}
          />
        </Tabs.Panel>
      </PageTabs>
    </>
  )
}
