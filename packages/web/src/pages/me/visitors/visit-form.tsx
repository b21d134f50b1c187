import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { EMAIL_PATTERN, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useState } from 'react'
import { call, newId } from '../../../api/call.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { invalidate } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { Draft } from '../../../components/draft.tsx'
import { takeFocusOfClose } from '../../../components/field-focus.tsx'
import { DayField, TimeField, timeError } from '../../../components/fields.tsx'
import { notifyDone, notifyFailed, notifyUndoable } from '../../../components/notices.tsx'
import { ErrorState, LoadingState } from '../../../components/states.tsx'
import { FormDialog, useAtOpening, useUnsaved } from '../../../components/unsaved.tsx'
import { isDay, todayIn } from '../../../time/days.ts'
import { instantOf, timeOf, zoneName } from '../../../time/zoned-time.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useBuildings, useHome } from '../../../workplace/me.tsx'
import { useNextWorkday } from '../../../workplace/next-workday.ts'
import type { Visit } from './visit-table.tsx'
import { WhereIAm } from './where-i-am.tsx'

interface Props {
  /** Undefined while the dialog is closed. */
  readonly edited: Visit | 'new' | undefined
  readonly onClose: () => void
  /** Called once the dialog is gone. */
  readonly onClosed: () => void
}

/** The dialog to create or change a visit. */
export const VisitModal = ({ edited, onClose, onClosed }: Props) => (
  <FormDialog
    opened={edited !== undefined}
    onClose={onClose}
    onExitTransitionEnd={onClosed}
    title={edited === 'new' ? t`Expect a visitor` : t`Change the visit`}
    closeButtonProps={{ 'aria-label': t`Close without a change` }}
  >
    {edited === 'new' ? (
      <NewVisit onDone={onClose} />
    ) : edited ? (
      <VisitForm visit={edited} day={edited.day} onDone={onClose} />
    ) : null}
  </FormDialog>
)

const NewVisit = ({ onDone }: { onDone: () => void }) => {
  const day = useNextWorkday()
  return day ? <VisitForm visit={undefined} day={day} onDone={onDone} /> : <LoadingState height={360} />
}

interface FormProps {
  readonly visit: Visit | undefined
  /** The day that the form begins with. */
  readonly day: string
  readonly onDone: () => void
}

const EMAIL = new RegExp(EMAIL_PATTERN)

interface Values {
  readonly visitorName: string
  readonly visitorEmail: string
  readonly visitorType: string
  readonly locationId: string | null
  readonly day: string
  readonly time: string
}

const bodyOf = ({ visitorName, visitorEmail, visitorType, locationId, day, time }: Values, timeZone: string) => ({
  visitorName: visitorName.trim(),
  visitorEmail: visitorEmail.trim() || null,
  visitorType: visitorType.trim() || null,
  locationId: locationId ?? '',
  day,
  expectedAt: time ? instantOf(day, time, timeZone) : null,
})

/** Adds the visit. If the answer to an earlier attempt was lost, what was changed in the form since is saved as well. */
const createVisit = async (body: ReturnType<typeof bodyOf>, id: string | undefined) => {
  const created = await call('createVisit', { body: { ...body, ...(id ? { visitId: id } : {}) } })
  const stored = { ...created, visitorName: created.visitorName ?? '' }
  const changes = changedSince<typeof body>(stored, body, ['day', 'expectedAt'])
  return changes && call('updateVisit', { params: { visitId: created.visitId }, body: changes })
}

const VisitForm = ({ visit, day, onDone }: FormProps) => {
  const buildings = useBuildings()
  const home = useHome()
  const canBePast = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [visitId] = useState(newId)
  const zoneOf = (locationId: string | null) => buildings.find((each) => each.locationId === locationId)?.timeZone ?? 'UTC'
  const before = useAtOpening<Values>({
    visitorName: visit?.visitorName ?? '',
    visitorEmail: visit?.visitorEmail ?? '',
    visitorType: visit?.visitorType ?? '',
    locationId: visit?.locationId ?? home?.locationId ?? buildings[0]?.locationId ?? null,
    day,
    time: visit?.expectedAt ? timeOf(visit.expectedAt, zoneOf(visit.locationId)) : '',
  })
  // Only administrators enter visits of days that are over.
  const overError = (value: string, locationId: string | null): string | null =>
    canBePast || (visit && value === before.day) || value >= todayIn(zoneOf(locationId))
      ? null
      : t`This day is over. Choose today or a later day.`
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      visitorName: (value) => (value.trim() ? null : t`Give the name of the visitor.`),
      visitorEmail: (value) =>
        value.trim() === '' || EMAIL.test(value.trim()) ? null : t`Give an address such as alan@visitor.example, or nothing.`,
      locationId: (value) => (value ? null : t`Choose a building.`),
      day: (value, { locationId }) => (isDay(value) ? overError(value, locationId) : t`Give a day.`),
      time: timeError,
    },
  })
  const timeZone = zoneOf(form.values.locationId)
  const zone = zoneName(timeZone)
  const about = `visit ${visit?.visitId ?? visitId}`
  const after = (message: string) => async () => {
    await invalidate('listVisits')
    notifyDone(message, about)
    onDone()
  }
  const save = useAction({
    mutationFn: async (values: Values) => {
      const body = bodyOf(values, timeZone)
      if (!visit) return createVisit(body, visitId)
      const changes = changedSince(bodyOf(before, zoneOf(before.locationId)), body, ['day', 'expectedAt'])
      return changes && call('updateVisit', { params: { visitId: visit.visitId }, body: changes })
    },
    onSuccess: after(visit ? t`The visit is changed.` : t`The visitor is expected.`),
  })
  const restore = useAction({
    mutationFn: () => call('updateVisit', { params: { visitId: visit?.visitId ?? '' }, body: { status: 'expected' } }),
    onSuccess: async () => {
      await invalidate('listVisits')
      notifyDone(t`The visitor is expected again.`, about)
    },
    onError: notifyFailed,
  })
  const cancel = useAction({
    mutationFn: () => call('updateVisit', { params: { visitId: visit?.visitId ?? '' }, body: { status: 'cancelled' } }),
    onSuccess: async () => {
      await invalidate('listVisits')
      notifyUndoable(t`The visit is canceled.`, restore.mutate, about)
      onDone()
    },
  })
  useUnsaved(form.isDirty() && !save.isPending && !cancel.isPending)
  const error = save.error ?? cancel.error
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <Draft name={`visit ${visit?.visitId ?? 'new'}`} form={form} />
        <TextInput label={t`Name`} maxLength={200} data-autofocus ref={takeFocusOfClose} {...form.getInputProps('visitorName')} />
        <TextInput label={t`E-mail`} type="email" maxLength={320} {...form.getInputProps('visitorEmail')} />
        <TextInput
          label={t`Kind of visitor`}
          placeholder={t`guest, supplier, candidate`}
          maxLength={100}
          {...form.getInputProps('visitorType')}
        />
        <BuildingSelect label={t`Building`} {...form.getInputProps('locationId')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DayField label={t`Day`} {...form.getInputProps('day')} />
          <TimeField label={t`Expected at`} {...form.getInputProps('time')} />
        </SimpleGrid>
        <WhereIAm day={form.values.day} locationId={form.values.locationId} />
        <Text size="xs" c="dimmed">
          <Trans>
            The time is that of the building: {zone} ({timeZone}). It may be left out.
          </Trans>
        </Text>
        {error ? <ErrorState error={error} /> : null}
        <Group justify="flex-end">
          {visit ? (
            <Button variant="default" mr="auto" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              <Trans>Cancel the visit</Trans>
            </Button>
          ) : null}
          <Button variant="default" onClick={onDone}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
