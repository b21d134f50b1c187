import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { MAX_CHANGED_AT_ONCE } from '@rollcall/contract'
import { showNumber } from '../../../components/format.ts'

interface BatchAction {
  readonly label: string
  readonly onStart: () => void
}

interface Props {
  /** The number of chosen rows. */
  readonly count: number
  /** What they are, such as `desks`. */
  readonly many: string
  readonly actions: readonly BatchAction[]
  readonly onClear: () => void
}

/** The actions on all chosen rows. It is always there, so that rows do not move while they are chosen. */
export const BatchBar = ({ count, many, actions, onClear }: Props) => {
  const isTooMany = count > MAX_CHANGED_AT_ONCE
  const chosen = showNumber(count)
  const most = showNumber(MAX_CHANGED_AT_ONCE)
  return (
    <Group role="group" aria-label={t`Change several ${many}`} gap="xs" mb="xs" mih={30}>
      <Text size="sm" fw={600} role="status">
        {count === 0
          ? t`Select ${many} to change several at once`
          : isTooMany
            ? t`${chosen} selected: at most ${most} at once`
            : t`${chosen} selected`}
      </Text>
      {actions.map(({ label, onStart }) => (
        <Button key={label} size="compact-sm" variant="default" disabled={count === 0 || isTooMany} onClick={onStart}>
          {label}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" disabled={count === 0} onClick={onClear}>
        <Trans>Clear selection</Trans>
      </Button>
    </Group>
  )
}
