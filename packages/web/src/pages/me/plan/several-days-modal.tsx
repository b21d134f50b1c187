import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Input, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { Draft } from '../../../components/draft.tsx'
import { DayField } from '../../../components/fields.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { FormDialog, useUnsaved } from '../../../components/unsaved.tsx'
import { daysBetween, isDay } from '../../../time/days.ts'
import { PLAN_CODES, PLANS, type Plan } from '../../../workplace/plans.ts'
import { type SeveralDays, usePlanSeveralDays } from './several-days.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The first day that is offered. */
  readonly start: string
  readonly today: string
}

/** The dialog to plan the same for several days, such as a week of holidays. */
export const SeveralDaysModal = ({ isOpen, onClose, start, today }: Props) => (
  <FormDialog
    opened={isOpen}
    onClose={onClose}
    title={t`Plan several days`}
    closeButtonProps={{ 'aria-label': t`Close without a change` }}
  >
    <SeveralDaysForm start={start} today={today} onDone={onClose} />
  </FormDialog>
)

/** As many days as one call reads. */
const MAX_DAYS = 93

const SeveralDaysForm = ({ start, today, onDone }: { start: string; today: string; onDone: () => void }) => {
  const save = usePlanSeveralDays(onDone)
  const form = useForm<SeveralDays>({
    initialValues: { plan: 'a', from: start, to: start },
    validate: {
      from: (from) => (isDay(from) ? (from < today ? t`This day is over.` : null) : t`Choose the first day.`),
      to: (to, { from }) => {
        if (!isDay(to)) return t`Choose the last day.`
        if (!isDay(from)) return null
        if (to < from) return t`Lies before the first day.`
        return daysBetween(from, to) >= MAX_DAYS ? t`At most ${MAX_DAYS} days at once.` : null
      },
    },
  })
  useUnsaved(form.isDirty() && !save.isPending)
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <Draft name="several days" form={form} />
        <Input.Wrapper label={t`Plan`} labelElement="div">
          <Group>
            <SegmentedControl
              aria-label={t`Plan`}
              data={PLAN_CODES.map((code) => ({ value: code as Plan, label: PLANS[code].label }))}
              {...form.getInputProps('plan')}
            />
          </Group>
        </Input.Wrapper>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DayField
            label={t`First day`}
            minDate={today}
            {...form.getInputProps('from')}
            onChange={(from) => form.setValues(({ to = '' }) => ({ from, to: isDay(from) && to < from ? from : to }))}
          />
          <DayField
            label={t`Last day`}
            minDate={isDay(form.values.from) ? form.values.from : today}
            {...form.getInputProps('to')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          <Trans>
            Working days in between get this plan. Weekends, closed days and time off stay as they are. A day that is no office
            day anymore loses its booking; you can undo it at once.
          </Trans>
        </Text>
        {save.error ? <ErrorState error={save.error} /> : null}
        <DialogActions>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            <Trans>Plan the days</Trans>
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
