import { Button } from '@mantine/core'
import { longDay } from '../../../time/days.ts'
import { PLAN_CODES, PLANS } from '../shared/plan-words.ts'
import type { Plan } from '../shared/user-days.ts'
import classes from './day-row.module.css'

interface Props {
  readonly day: string
  readonly plan: Plan | null
  readonly onChange: (plan: Plan) => void
}

/** Office, remote or away, in one click. */
export const PlanSwitch = ({ day, plan, onChange }: Props) => (
  <Button.Group aria-label={`Plan for ${longDay(day)}`}>
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
          leftSection={<Icon size={16} aria-hidden="true" />}
          classNames={{ section: classes.icon }}
          onClick={() => (isChosen ? undefined : onChange(code))}
        >
          {label}
        </Button>
      )
    })}
  </Button.Group>
)
