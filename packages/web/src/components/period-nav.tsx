import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface Props {
  /** The period that is shown, such as `23–29 Nov 2026`. */
  readonly title: string
  /** The unit of the period, such as `week`. */
  readonly unit: string
  readonly isCurrent: boolean
  readonly onPrevious: () => void
  readonly onNext: () => void
  readonly onCurrent: () => void
}

/** Steps through weeks or months. */
export const PeriodNav = ({ title, unit, isCurrent, onPrevious, onNext, onCurrent }: Props) => (
  <Group gap="xs" component="nav" aria-label={t`Choose the ${unit}`}>
    <ActionIcon variant="default" size="lg" aria-label={t`Previous ${unit}`} onClick={onPrevious}>
      <IconChevronLeft size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size="lg" aria-label={t`Next ${unit}`} onClick={onNext}>
      <IconChevronRight size={18} />
    </ActionIcon>
    <Button variant="default" size="sm" onClick={onCurrent} disabled={isCurrent}>
      <Trans>Today</Trans>
    </Button>
    <Text fw={600} aria-live="polite" data-testid="period">
      {title}
    </Text>
  </Group>
)
