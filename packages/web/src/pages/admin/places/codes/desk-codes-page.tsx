import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { allPages, apiQuery, invalidate } from '../../../../api/query.ts'
import { hasRole, useSession } from '../../../../api/session.ts'
import { AnchorLink } from '../../../../components/links.tsx'
import { notifyDone } from '../../../../components/notices.tsx'
import { PageHeader } from '../../../../components/page-header.tsx'
import { QrCode } from '../../../../components/qr-code.tsx'
import { EmptyState, NotForYou, QueryState } from '../../../../components/states.tsx'
import { Trail } from '../../../../components/trail.tsx'
import { ConfirmModal } from '../../shared/modals.tsx'
import classes from './desk-codes.module.css'

/** The sheet of QR codes of the desks of a zone, for printing on A4. */
export const DeskCodesPage = () => {
  const { zoneId } = useParams({ from: '/shell/admin/zones/$zoneId/codes' })
  const isAllowed = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const zone = useQuery(apiQuery('getZone', { params: { zoneId } }))
  const codes = useQuery({ ...allPages('listDeskCodes', { params: { zoneId } }), enabled: isAllowed })
  const [isRenewing, setRenewing] = useState(false)
  if (!isAllowed) return <NotForYou what={t`QR codes of desks`} roles={WORKPLACE_ADMINISTRATORS} />
  return (
    <QueryState query={zone} height={320}>
      {({ zoneName, levelId, levelName, locationId, locationName }) => (
        <>
          <div className={classes.screen}>
            <Trail
              above={[
                <AnchorLink key="places" to="/admin/places" inherit>
                  <Trans>Places</Trans>
                </AnchorLink>,
                <AnchorLink key="building" to="/admin/places/$locationId" params={{ locationId }} inherit>
                  {locationName}
                </AnchorLink>,
                <AnchorLink
                  key="level"
                  to="/admin/places/$locationId/levels/$levelId"
                  params={{ locationId, levelId }}
                  search={{ tab: 'zones' }}
                  inherit
                >
                  {levelName}
                </AnchorLink>,
              ]}
              here={t`QR codes`}
            />
          </div>
          <PageHeader
            title={t`QR codes of ${zoneName}`}
            description={t`${levelName}, ${locationName}. People scan the code of a desk to check in there.`}
            actions={
              <Group gap="xs" className={classes.screen}>
                <Button variant="default" onClick={() => setRenewing(true)}>
                  <Trans>New codes</Trans>
                </Button>
                <Button onClick={() => window.print()}>
                  <Trans>Print</Trans>
                </Button>
              </Group>
            }
          />
          <QueryState query={codes} height={320}>
            {({ items }) =>
              items.length === 0 ? (
                <EmptyState picture="desk" title={t`This zone has no active desks`} />
              ) : (
                <ul className={classes.sheet} aria-label={plural(items.length, { one: '# desk', other: '# desks' })}>
                  {items.map(({ placeId, placeName, code }) => (
                    <li key={placeId} className={classes.desk}>
                      <QrCode text={`${window.location.origin}/desks/${code}`} label={t`QR code of desk ${placeName}`} />
                      <Text fw={700}>{placeName}</Text>
                      <Text size="xs">
                        {zoneName}, {levelName}
                      </Text>
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryState>
          {isRenewing ? (
            <ConfirmModal
              title={t`New codes for all desks?`}
              confirmLabel={t`Make new codes`}
              isDangerous
              confirm={async () => {
                const { renewed } = await call('renewDeskCodes', { params: { zoneId }, body: {} })
                await invalidate('listDeskCodes')
                notifyDone(t`New codes for ${plural(renewed, { one: '# desk', other: '# desks' })}. Print them again.`)
              }}
              onClose={() => setRenewing(false)}
            >
              <Trans>Codes that are printed already no longer work. Print this sheet again, and replace them.</Trans>
            </ConfirmModal>
          ) : null}
        </>
      )}
    </QueryState>
  )
}
