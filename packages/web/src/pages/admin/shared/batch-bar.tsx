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
      {/* The longer text keeps its room, or else the buttons would be in fewer lines once a row is chosen. */}
      <div style={{ display: 'grid' }}>
        <Text size="sm" fw={600} style={{ gridArea: '1 / 1', visibility: count === 0 ? 'visible' : 'hidden' }}>
          {t`Select ${many} to change several at once`}
        </Text>
        <Text size="sm" fw={600} role="status" style={{ gridArea: '1 / 1' }}>
          {count === 0 ? '' : isTooMany ? t`${chosen} selected: at most ${most} at once` : t`${chosen} selected`}
        </Text>
      </div>
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
