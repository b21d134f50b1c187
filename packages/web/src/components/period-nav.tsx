import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

const UNITS = {
  week: { choose: t`Choose the week`, previous: t`Previous week`, next: t`Next week` },
  'four weeks': { choose: t`Choose the four weeks`, previous: t`Previous four weeks`, next: t`Next four weeks` },
  month: { choose: t`Choose the month`, previous: t`Previous month`, next: t`Next month` },
  year: { choose: t`Choose the year`, previous: t`Previous year`, next: t`Next year` },
} as const

interface Props {
  /** The period that is shown, such as `23–29 Nov 2026`. */
  readonly title: string
  readonly unit: keyof typeof UNITS
  readonly isCurrent: boolean
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onCurrent: () => void
}

/** Steps through weeks or months. */
export const PeriodNav = ({ title, unit, isCurrent, onPrevious, onNext, onCurrent }: Props) => (
  <Group gap="xs" component="nav" aria-label={UNITS[unit].choose}>
    <ActionIcon variant="default" size="lg" aria-label={UNITS[unit].previous} onClick={onPrevious}>
      <IconChevronLeft size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size="lg" aria-label={UNITS[unit].next} onClick={onNext}>
      <IconChevronRight size={18} />
    </ActionIcon>
    {/* It is not `disabled`, because that would remove the keyboard focus. */}
    <Button
      variant="default"
      size="sm"
      aria-disabled={isCurrent}
      data-disabled={isCurrent || undefined}
      onClick={() => (isCurrent ? undefined : onCurrent())}
    >
      <Trans>Today</Trans>
    </Button>
    <Text fw={600} aria-live="polite" data-testid="period">
      {title}
    </Text>
  </Group>
)
