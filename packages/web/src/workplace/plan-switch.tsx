import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { shortDay } from '../time/days.ts'
import classes from './plan-switch.module.css'
import type { Plan } from './plans.ts'
import { PLAN_CODES, PLANS } from './plans.ts'

interface Props {
  readonly day: string
  readonly plan: Plan | null
  /** True while a change of the day is being saved. */
  readonly isBusy: boolean
  readonly onChange: (plan: Plan) => void
}

/** Office, remote or away, in one click. */
export const PlanSwitch = ({ day, plan, isBusy, onChange }: Props) => (
  <Button.Group aria-label={t`Plan for ${shortDay(day)}`}>
    {PLAN_CODES.map((code) => {
      const { label, icon: Icon } = PLANS[code]
      const isChosen = code === plan
      return (
        <Button
          key={code}
          size="sm"
          px="sm"
          variant={isChosen ? 'filled' : 'default'}
          aria-pressed={isChosen}
          // It is not `disabled`, because that would remove the keyboard focus.
          aria-disabled={isBusy}
          leftSection={<Icon size={16} aria-hidden="true" />}
          classNames={{ section: classes.icon }}
          onClick={() => (isChosen || isBusy ? undefined : onChange(code))}
        >
          {label}
        </Button>
      )
    })}
  </Button.Group>
)
