import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Code, Stack } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, type Key, type KeyWithSecret } from '@rollcall/contract'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { Facts } from '../../../components/facts.tsx'
import { showNumber } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import { Trail } from '../../../components/trail.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { Panel } from '../shared/panel.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { BlockKeyModal, RevokeKeyModal, RotateKeyModal, UnblockKeyModal } from './key-commands.tsx'
import { EditKeyModal } from './key-modals.tsx'
import { KEY_ROLE_NAMES, METHOD_WORDS, ROLE_WORDS } from './key-words.ts'
import { NotForKeys } from './keys-page.tsx'
import { SecretModal } from './secret-modal.tsx'
import { UsageChart } from './usage-chart.tsx'

const FROM = '/shell/admin/keys/$keyId'

/** One key: its rights, its usage, and the actions on it. */
export const KeyPage = () => {
  const { keyId } = useParams({ from: FROM })
  const session = useSession()
  const isOwner = hasRole(session, GLOBAL_ADMINISTRATORS)
  const key = useQuery({ ...apiQuery('getKey', { params: { keyId } }), enabled: isOwner })
  if (!isOwner) {
    return (
      <>
        <PageHeader title={t`Key`} />
        <NotForKeys />
      </>
    )
  }
  return (
    <QueryState query={key} height={600}>
      {(item) => <OneKey item={item} />}
    </QueryState>
  )
}

const OneKey = ({ item }: { item: Key }) => {
  const { days = 30 } = useSearch({ from: FROM })
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'rotate' | 'block' | 'unblock' | 'revoke'>()
  const [made, setMade] = useState<KeyWithSecret>()
  const close = () => setOpen(undefined)
  const isBlocked = item.status === 'blocked'
  return (
    <>
      <Trail
        above={[
          <AnchorLink key="keys" to="/admin/keys" inherit>
            <Trans>Keys</Trans>
          </AnchorLink>,
        ]}
        here={item.name}
      />
      <PageHeader
        title={item.name}
        description={ROLE_WORDS[item.role]}
        actions={
          item.status === 'revoked' ? null : (
            <>
              <Button variant="default" onClick={() => setOpen('edit')}>
                <Trans>Edit</Trans>
              </Button>
              {isBlocked ? null : (
                <Button variant="default" onClick={() => setOpen('rotate')}>
                  <Trans>Rotate</Trans>
                </Button>
              )}
              <Button variant="default" onClick={() => setOpen(isBlocked ? 'unblock' : 'block')}>
                {isBlocked ? t`Unblock` : t`Block`}
              </Button>
              <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpen('revoke')}>
                <Trans>Revoke</Trans>
              </Button>
            </>
          )
        }
      />
      <Stack>
        {item.blockedReason ? (
          <Alert color="red" variant="outline" icon={<IconLock aria-hidden />} title={t`The key is blocked`}>
            <Trans>Callers receive this reason: {item.blockedReason}</Trans>
          </Alert>
        ) : null}
        <Panel title={t`The key`}>
          <Facts
            label={t`The key`}
            nameWidth="42%"
            facts={[
              [t`Status`, <StatusBadge key="status" status={item.status} />],
              [t`Key id`, <Code key="id">{item.keyId}</Code>],
              [t`Role`, KEY_ROLE_NAMES[item.role]],
              [t`Authentication`, item.authMethods.map((method) => METHOD_WORDS[method].label).join(', ')],
              [t`Requests per minute`, item.requestsPerMinute === null ? t`No limit` : showNumber(item.requestsPerMinute)],
              [t`Created`, momentText(item.createdAt)],
              [t`Ends`, item.expiresAt ? momentText(item.expiresAt) : t`Never`],
              ...(item.revokedAt ? [[t`Revoked`, momentText(item.revokedAt)] as const] : []),
            ]}
          />
        </Panel>
        <UsageChart
          keyId={item.keyId}
          days={days}
          onDays={(next) =>
            void navigate({ to: '/admin/keys/$keyId', params: { keyId: item.keyId }, search: { days: next }, replace: true })
          }
        />
      </Stack>
      {open === 'edit' ? <EditKeyModal item={item} onClose={close} /> : null}
      {open === 'rotate' ? <RotateKeyModal item={item} onMade={setMade} onClose={close} /> : null}
      {open === 'block' ? <BlockKeyModal item={item} onClose={close} /> : null}
      {open === 'unblock' ? <UnblockKeyModal item={item} onClose={close} /> : null}
      {open === 'revoke' ? <RevokeKeyModal item={item} onClose={close} /> : null}
      {made ? <SecretModal made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
