import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { ADMINISTRATORS, REPORT_PAGES, type SavedView, type ViewPage } from '@rollcall/contract'
import { IconBookmark, IconCheck, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { hasRole, useSession } from '../../api/session.ts'
import { canonical, useOpenView, viewsQuery } from './saved-views.ts'
import { SubscriptionForm } from './subscription-form.tsx'
import { ViewForm } from './view-form.tsx'
import { ViewList } from './view-list.tsx'

type Dialog = { readonly kind: 'save' | 'list' } | { readonly kind: 'change' | 'subscribe'; readonly view: SavedView }

/** The saved views of a page: opens one, and saves what the page shows as another. Only administrators have them. */
export const ViewsMenu = ({ page }: { page: ViewPage }) => {
  const session = useSession()
  const search = useLocation({ select: ({ searchStr }) => canonical(searchStr) })
  const { data } = useQuery(viewsQuery)
  const open = useOpenView()
  const [dialog, setDialog] = useState<Dialog>()
  const views = data?.items.filter((view) => view.page === page) ?? []
  const shown = views.find((view) => canonical(view.search) === search)
  const close = () => setDialog(undefined)
  if (!hasRole(session, ADMINISTRATORS)) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal width={300}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden="true" />} maw={260}>
            {shown ? shown.name : t`Views`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
          {views.map((view) => (
            <Menu.Item
              key={view.viewId}
              leftSection={view === shown ? <IconCheck size={16} aria-label={t`Shown now:`} /> : <span style={{ width: 16 }} />}
              rightSection={view.isDefault ? <IconStar size={14} aria-label={t`(opens with the page)`} /> : null}
              onClick={() => open(view)}
              style={{ overflowWrap: 'anywhere' }}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item onClick={() => setDialog({ kind: 'save' })}>
            <Trans>Save this view…</Trans>
          </Menu.Item>
          {shown && REPORT_PAGES.some((reported) => reported === page) ? (
            <Menu.Item onClick={() => setDialog({ kind: 'subscribe', view: shown })}>
              {shown.subscription ? t`Change the subscription…` : t`Subscribe to this view…`}
            </Menu.Item>
          ) : null}
          {views.length > 0 ? (
            <Menu.Item onClick={() => setDialog({ kind: 'list' })}>
              <Trans>Manage views…</Trans>
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog?.kind === 'list' ? (
        <ViewList
          views={views}
          onChange={(view) => setDialog({ kind: 'change', view })}
          onSubscribe={(view) => setDialog({ kind: 'subscribe', view })}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'save' ? <ViewForm page={page} search={search} onClose={close} /> : null}
      {dialog?.kind === 'change' ? <ViewForm page={page} search={search} view={dialog.view} onClose={close} /> : null}
      {dialog?.kind === 'subscribe' ? <SubscriptionForm view={dialog.view} onClose={close} /> : null}
    </>
  )
}
