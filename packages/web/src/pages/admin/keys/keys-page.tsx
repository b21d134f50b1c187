import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, type KeyWithSecret } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { LIST_SEARCH } from '../../../components/table/table-search.ts'
import { useKeptSearch } from '../../../components/table/table-view.ts'
import { KeyList } from './key-list.tsx'
import { CreateKeyModal } from './key-modals.tsx'
import type { KeysView } from './keys-view.ts'
import { SecretModal } from './secret-modal.tsx'

/** Shown to users who may not see keys. */
export const NotForKeys = () => (
  <EmptyState picture="lock" title={t`Only global administrators manage keys`}>
    <Trans>Ask one of them for a key, or to look at one.</Trans>
  </EmptyState>
)

/** The keys of the organization. */
export const KeysPage = () => {
  const session = useSession()
  const view = useSearch({ from: '/shell/admin/keys' })
  const navigate = useNavigate()
  const kept = useKeptSearch(LIST_SEARCH)
  const [made, setMade] = useState<KeyWithSecret>()
  const isOwner = hasRole(session, GLOBAL_ADMINISTRATORS)
  const onView = (search: KeysView) => void navigate({ to: '/admin/keys', search: { ...kept, ...search }, replace: true })
  const { create, ...list } = view
  return (
    <>
      <PageHeader
        title={t`Keys`}
        description={t`Systems call the service with keys. Each key has one role, which never changes, and a secret that is shown once. People sign in with accounts instead.`}
        actions={
          isOwner ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onView({ ...list, create: true })}>
              <Trans>Create a key</Trans>
            </Button>
          ) : null
        }
      />
      {isOwner ? <KeyList view={list} onView={onView} /> : <NotForKeys />}
      {isOwner && create ? (
        <CreateKeyModal role={create === true ? undefined : create} onMade={setMade} onClose={() => onView(list)} />
      ) : null}
      {made ? <SecretModal made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
