import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { MAX_KIOSK_SCREENS, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { NotForYou, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { useCreating } from '../../../components/table/creating.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { TextButton } from '../../../components/text-button.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { LinkModal } from './link-modal.tsx'
import { RevokeScreenModal } from './revoke-screen-modal.tsx'
import { type CreatedScreen, type Screen, ScreenModal } from './screen-modal.tsx'

const isExpired = ({ expiresAt }: Screen): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

const endOf = (screen: Screen): string => {
  if (screen.expiresAt === null) return t`Never`
  return isExpired(screen) ? t`Expired` : momentText(screen.expiresAt)
}

interface Actions {
  readonly onChange: (screen: Screen) => void
  readonly onRevoke: (screen: Screen) => void
}

const columnsOf = ({ onChange, onRevoke }: Actions): readonly ListColumn<Screen>[] => [
  { key: 'name', name: t`Name`, value: ({ name }) => name },
  {
    key: 'place',
    name: t`Place`,
    value: ({ locationName, levelName }) => [locationName, levelName ?? t`all levels`].join(', '),
  },
  {
    key: 'names',
    name: t`Names of people`,
    code: ({ showsNames }) => String(showsNames),
    value: ({ showsNames }) =>
      showsNames ? t({ message: 'Shown', context: 'names' }) : t({ message: 'Not shown', context: 'names' }),
    isChoice: true,
  },
  { key: 'creator', name: t`Created by`, value: ({ createdByName }) => createdByName },
  {
    key: 'seen',
    name: t`Last seen`,
    value: ({ lastSeenAt }) => lastSeenAt,
    show: ({ lastSeenAt }) => (lastSeenAt ? momentText(lastSeenAt) : t`Never`),
  },
  { key: 'ends', name: t`Ends`, value: ({ expiresAt }) => expiresAt, show: endOf },
  {
    key: 'actions',
    name: t`Actions`,
    value: () => null,
    isSortable: false,
    isAction: true,
    render: (screen) => {
      const { name } = screen
      return (
        <Group gap="xs" wrap="nowrap">
          <Button size="compact-sm" variant="default" aria-label={t`Change ${name}`} onClick={() => onChange(screen)}>
            <Trans>Change</Trans>
          </Button>
          <Button size="compact-sm" variant="default" aria-label={t`Revoke ${name}`} onClick={() => onRevoke(screen)}>
            <Trans>Revoke</Trans>
          </Button>
        </Group>
      )
    },
  },
]

/** The screens on walls that show a floor live. */
export const ScreensPage = () => {
  const isAllowed = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [isCreating, setCreating] = useCreating()
  const [made, setMade] = useState<CreatedScreen>()
  return (
    <>
      <PageHeader
        title={t`Kiosk screens`}
        description={t`A screen on the wall, in the lobby or next to the lifts, shows live which desks and rooms of a level or building are free. It opens a link, needs no sign-in, and can do nothing else. Revoke the link when the screen goes.`}
        actions={
          isAllowed ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
              <Trans>Create a link</Trans>
            </Button>
          ) : null
        }
      />
      {isAllowed ? (
        <Screens onCreate={() => setCreating(true)} />
      ) : (
        <NotForYou what={t`Kiosk screens`} roles={WORKPLACE_ADMINISTRATORS} />
      )}
      {isCreating && isAllowed ? <ScreenModal onMade={setMade} onClose={() => setCreating(false)} /> : null}
      {made ? <LinkModal made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}

const Screens = ({ onCreate }: { readonly onCreate: () => void }) => {
  const screens = useQuery(apiQuery('listKioskScreens'))
  const [changed, setChanged] = useState<Screen>()
  const [revoked, setRevoked] = useState<Screen>()
  return (
    <QueryState query={screens} height={320}>
      {({ items }) => (
        <>
          <ListTable
            id="kiosk-screens"
            label={t`Kiosk screens`}
            many={t`screens`}
            columns={columnsOf({ onChange: setChanged, onRevoke: setRevoked })}
            rows={items}
            rowKey={({ screenId }) => screenId}
            minWidth={900}
            whenNone={
              <Trans>
                <TextButton onClick={onCreate}>Create the link of a screen</TextButton> and open it in its browser. Up to{' '}
                {MAX_KIOSK_SCREENS} are possible.
              </Trans>
            }
          />
          {changed ? <ScreenModal screen={changed} onClose={() => setChanged(undefined)} /> : null}
          {revoked ? <RevokeScreenModal screen={revoked} onClose={() => setRevoked(undefined)} /> : null}
        </>
      )}
    </QueryState>
  )
}
