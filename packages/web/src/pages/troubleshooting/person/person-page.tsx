import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Box, Code, CopyButton, Group, Tabs, Tooltip } from '@mantine/core'
import { ADMINISTRATORS } from '@rollcall/contract'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PageTabs } from '../../../components/page-tabs.tsx'
import { NotForYou, QueryState } from '../../../components/states.tsx'
import { Trail } from '../../../components/trail.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { DaysTab } from './days-tab.tsx'
import { ExplainTab } from './explain-tab.tsx'
import { TAB_NAMES, TABS, type Tab } from './person-view.ts'
import { PresenceTab } from './presence-tab.tsx'
import { Profile } from './profile.tsx'
import type { Person } from './use-rights.ts'

const route = getRouteApi('/shell/people/$userId')

/** Everything that is known about one person and that the reader's role may see. */
export const PersonPage = () => {
  const { userId } = route.useParams()
  const session = useSession()
  const isShown = hasRole(session, ADMINISTRATORS) || session.userId === userId
  const user = useQuery({ ...apiQuery('getUser', { params: { userId } }), enabled: isShown })
  const name = user.data ? personName(user.data) : t`Person`
  return (
    <>
      <Trail
        above={[
          <AnchorLink key="people" to="/people" inherit>
            <Trans>Find a person</Trans>
          </AnchorLink>,
        ]}
        here={name}
      />
      <PageHeader title={name} description={<CopyId id={userId} />} />
      {isShown ? (
        <QueryState query={user} height={640}>
          {(person) => <Everything person={person} />}
        </QueryState>
      ) : (
        <NotForYou what={t`The directory`} roles={ADMINISTRATORS} />
      )}
    </>
  )
}

const PANELS: Readonly<Record<Tab, (props: { person: Person }) => React.ReactNode>> = {
  days: DaysTab,
  activity: ActivityTab,
  presence: PresenceTab,
  explain: ExplainTab,
}

const Everything = ({ person }: { person: Person }) => {
  const { tab = 'days' } = route.useSearch()
  const navigate = route.useNavigate()
  const Panel = PANELS[tab]
  return (
    <>
      <Profile person={person} />
      <Box mt="lg">
        <PageTabs
          tabs={TAB_NAMES}
          label={t`What is known`}
          value={tab}
          onChange={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
        >
          {TABS.map((name) => (
            <Tabs.Panel key={name} value={name}>
              {name === tab ? <Panel person={person} /> : null}
            </Tabs.Panel>
          ))}
        </PageTabs>
      </Box>
    </>
  )
}

/** An id and a button that copies it. */
const CopyId = ({ id }: { id: string }) => (
  <Group component="span" gap={4} wrap="nowrap" display="inline-flex" maw="100%">
    <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
    <CopyButton value={id} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t`Copied` : t`Copy the id`}>
          <ActionIcon variant="subtle" size="sm" aria-label={copied ? t`Copied` : t`Copy the id`} onClick={copy}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  </Group>
)
