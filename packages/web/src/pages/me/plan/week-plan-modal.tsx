import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../api/call.ts'
import { apiQuery, whenOpened } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { DialogActions } from '../../../components/dialog-actions.tsx'
import { Draft } from '../../../components/draft.tsx'
import { ErrorState, QueryState } from '../../../components/states.tsx'
import { FormDialog, useUnsaved } from '../../../components/unsaved.tsx'
import { addDays, shortDay, weekdayName } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { ME, useBuildings, useHome, useMe, useToday } from '../../../workplace/me.tsx'
import type { Plan } from '../../../workplace/plans.ts'
import { PLAN_CODES, PLANS } from '../../../workplace/plans.ts'
import { useUsualWeekNotice } from './kept-days.ts'
import classes from './week-plan-modal.module.css'

/** The dialog to change the plan of a usual week. */
export const WeekPlanModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <FormDialog
    opened={isOpen}
    onClose={onClose}
    title={t`Usual week`}
    size="lg"
    closeButtonProps={{ 'aria-label': t`Close without a change` }}
  >
    <StoredWeek onDone={onClose} />
  </FormDialog>
)

const StoredWeek = ({ onDone }: { onDone: () => void }) => {
  const weekPlan = useQuery(whenOpened(apiQuery('getWeekPlan', { params: ME })))
  return (
    <QueryState query={weekPlan} height={480}>
      {({ days }) => <WeekPlanForm days={days} onDone={onDone} />}
    </QueryState>
  )
}

type WeekdayPlan = Answer<'getWeekPlan'>['days'][number]

const A_MONDAY = '2024-01-01'
const NONE = 'none'
/** The days ahead that the notice covers: all that can be booked, as far as one call reads. */
const MAX_AHEAD = 92
const USUAL_AHEAD = 28
/** Monday to Friday, which can be set at once. */
const WORKDAYS = 5
const CHOICES = [
  ...PLAN_CODES.map((code) => ({ value: code as string, label: PLANS[code].label })),
  { value: NONE, label: t`No plan` },
]

const WeekPlanForm = ({ days, onDone }: { days: readonly WeekdayPlan[]; onDone: () => void }) => {
  const { primaryLocationId } = useMe()
  const tell = useUsualWeekNotice()
  const today = useToday()
  const home = useHome()
  const isChoice = useBuildings().length > 1 || !home
  const ahead = Math.min(MAX_AHEAD, Math.max(home?.bookingHorizonDays ?? 0, home?.bookingWindowDays ?? USUAL_AHEAD))
  const plannedUntil = home && shortDay(addDays(today, home.bookingHorizonDays))
  const storedOf = (index: number) => days.find(({ weekday }) => weekday === index + 1)
  /** A day without a building means the primary building on that day, so the primary building is not stored. */
  const buildingOf = (index: number, locationId: string | null) =>
    locationId && (locationId !== primaryLocationId || locationId === storedOf(index)?.locationId) ? { locationId } : {}
  const form = useForm({
    initialValues: {
      days: Array.from({ length: 7 }, (_, index) => {
        const stored = storedOf(index)
        return { plan: (stored?.plan ?? NONE) as string, locationId: stored?.locationId ?? primaryLocationId }
      }),
    },
  })
  const save = useAction({
    mutationFn: (given: typeof form.values) =>
      call('setWeekPlan', {
        params: ME,
        body: {
          days: given.days.flatMap(({ plan, locationId }, index) =>
            plan === NONE
              ? []
              : [{ weekday: index + 1, plan: plan as Plan, ...(plan === 'o' ? buildingOf(index, locationId) : {}) }],
          ),
        },
      }),
    onSuccess: async (week) => {
      await tell(week.days, today, addDays(today, ahead))
      onDone()
    },
  })
  useUnsaved(form.isDirty() && !save.isPending)
  const { days: chosen } = form.values
  const [first, ...others] = chosen.slice(0, WORKDAYS).map(({ plan }) => plan)
  const setWorkdays = (plan: string) =>
    form.setFieldValue(
      'days',
      chosen.map((each, index) => (index < WORKDAYS ? { ...each, plan } : each)),
    )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <Draft name="usual week" form={form} />
        <Text size="sm" c="dimmed">
          <Trans>
            Days ahead that follow your usual week change at once: what is no office day anymore loses its booking, and a new
            office day gets your own desk at once, or a free one in the night. What you planned for a single day stays, and so
            does time off.
          </Trans>
        </Text>
        {plannedUntil ? (
          <Text size="sm" c="dimmed">
            {t`Each night, office days until ${plannedUntil} get a desk if one is free; after that your usual week is a forecast.`}
          </Text>
        ) : null}
        <div className={classes.day}>
          <Text size="sm" fw={600}>
            <Trans>Monday to Friday</Trans>
          </Text>
          <Group gap="xs">
            <SegmentedControl
              size="xs"
              aria-label={t`Monday to Friday`}
              data={CHOICES}
              value={first !== undefined && others.every((plan) => plan === first) ? first : ''}
              onChange={setWorkdays}
            />
          </Group>
        </div>
        {chosen.map(({ plan }, index) => {
          const name = weekdayName(addDays(A_MONDAY, index))
          return (
            <div key={name} className={classes.day}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Group gap="xs">
                <SegmentedControl
                  size="xs"
                  aria-label={t`Plan on ${name}`}
                  data={CHOICES}
                  {...form.getInputProps(`days.${index}.plan`)}
                />
                {plan === 'o' && isChoice ? (
                  <BuildingSelect
                    size="xs"
                    w={190}
                    aria-label={t`Building on ${name}`}
                    placeholder={t`Building`}
                    {...form.getInputProps(`days.${index}.locationId`)}
                  />
                ) : null}
              </Group>
            </div>
          )
        })}
        {save.error ? <ErrorState error={save.error} /> : null}
        <DialogActions>
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            <Trans>Save the usual week</Trans>
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
