import { t } from '@lingui/core/macro'
import { Popover, Text, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { ORIGINS, type UserDay } from '../../../workplace/plans.ts'

/** What the words mean that do not explain themselves. */
const MEANINGS: Readonly<Partial<Record<NonNullable<UserDay['planOrigin']>, string>>> = {
  'day-plan': t`This day has a plan of its own: you chose it, or booked a desk. A change of your usual week does not change it. The menu (…) of the day leads back to the usual week.`,
  forecast: t`So far ahead, your usual week says what you will do. The day gets a desk only when it is near enough.`,
}

/** Where the plan of a day comes from. A click explains what needs it. */
export const PlanOrigin = ({ day: { planOrigin } }: { day: UserDay }) => {
  const [isOpen, setOpen] = useState(false)
  if (!planOrigin) return t`no plan yet`
  const [origin, meaning] = [ORIGINS[planOrigin], MEANINGS[planOrigin]]
  if (!meaning) return origin
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-start"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <UnstyledButton
          fz="xs"
          mih={24}
          display="inline-flex"
          style={{ alignItems: 'center', gap: 4 }}
          aria-label={t`What “${origin}” means`}
          onClick={() => setOpen(!isOpen)}
          // The explanation receives the focus a moment after it opens; only from then on it closes itself.
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        >
          {origin}
          <IconInfoCircle size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Text size="sm" c="var(--mantine-color-text)">
          {meaning}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
