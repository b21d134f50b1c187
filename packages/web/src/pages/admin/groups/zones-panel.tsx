import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Group, type GroupZones, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { allPages, apiQuery, invalidate, whenOpened } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { SearchMultiSelect } from '../../../components/search-select.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { FormDialog } from '../../../components/unsaved.tsx'
import { ModalForm } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'

type AllocatedZone = GroupZones['items'][number]

const COLUMNS: readonly ListColumn<AllocatedZone>[] = [
  { key: 'zoneName', name: t`Zone`, value: ({ zoneName }) => zoneName },
  { key: 'levelName', name: t`Level`, isChoice: true, value: ({ levelName }) => levelName },
  { key: 'locationName', name: t`Building`, isChoice: true, value: ({ locationName }) => locationName },
]

const zonesQuery = ({ groupId }: Group) => apiQuery('getGroupZones', { params: { groupId } })

/** The zones in which the members of a group are booked first. */
export const ZonesPanel = ({ group }: { group: Group }) => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [isOpen, setOpen] = useState(false)
  const zones = useQuery(zonesQuery(group))
  return (
    <Panel
      title={t`Zones`}
      description={t`Each night, members who have this as their primary group are booked here.`}
      actions={
        canChange && zones.data ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            <Trans>Change zones</Trans>
          </Button>
        ) : null
      }
    >
      <QueryState query={zones} height={100}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <Text size="sm" c="dimmed">
                <Trans>
                  It has none of its own: members are booked in the zones of the nearest group above, then in overflow zones.
                </Trans>
              </Text>
            ) : (
              <FactTable id="zones" label={t`Zones`} columns={COLUMNS} rows={items} rowKey={({ zoneId }) => zoneId} />
            )}
            {isOpen ? <ZonesModal group={group} onClose={() => setOpen(false)} /> : null}
          </>
        )}
      </QueryState>
    </Panel>
  )
}

interface ModalProps {
  readonly group: Group
  readonly onClose: () => void
}

const ZonesModal = ({ group, onClose }: ModalProps) => {
  const zones = useQuery(whenOpened(zonesQuery(group)))
  const { groupName } = group
  return (
    <FormDialog opened onClose={onClose} title={t`Zones of ${groupName}`} size="lg">
      <QueryState query={zones} height={140}>
        {(stored) => <ZonesForm group={group} stored={stored} onClose={onClose} />}
      </QueryState>
    </FormDialog>
  )
}

interface FormProps extends ModalProps {
  readonly stored: GroupZones
}

const ZonesForm = ({ group: { groupId, groupName }, stored: { items: zones, version }, onClose }: FormProps) => {
  const all = useQuery(allPages('listZones', { query: { status: 'active' } }))
  const form = useForm({ initialValues: { zoneIds: zones.map(({ zoneId }) => zoneId) } })
  // Allocated zones stay visible even if they are inactive.
  const known = new Map([...(all.data?.items ?? []), ...zones].map((zone) => [zone.zoneId, zone]))
  const byBuilding = Map.groupBy(known.values(), ({ locationName }) => locationName)
  const save = async ({ zoneIds }: { zoneIds: string[] }) => {
    await call('setGroupZones', { params: { groupId }, body: { zoneIds }, ifMatch: `"${version}"` })
    await invalidate('getGroupZones')
    notifyDone(t`The zones of ${groupName} are changed.`)
  }
  return (
    <ModalForm form={form} save={save} submitLabel={t`Save`} onClose={onClose}>
      <SearchMultiSelect
        label={t`Zones`}
        description={t`They apply from the next night on. Existing bookings stay.`}
        data={[...byBuilding].map(([group, items]) => ({
          group,
          items: items.map(({ zoneId, zoneName, levelName }) => ({ value: zoneId, label: `${zoneName}, ${levelName}` })),
        }))}
        clearable
        clearButtonProps={clearButton(t`No zones`)}
        limit={200}
        nothingFoundMessage={t`No such zone`}
        {...form.getInputProps('zoneIds')}
      />
    </ModalForm>
  )
}
