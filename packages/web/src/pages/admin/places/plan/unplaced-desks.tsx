import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'

/** Keeps the automatic grid of the desks that have no place yet. */
export const UnplacedDesks = ({ count, onKeep }: { count: number; onKeep: () => void }) =>
  count === 0 ? null : (
    <Group gap="xs">
      <Button variant="default" onClick={onKeep}>
        {t`Keep the grid of ${plural(count, { one: '# desk', other: '# desks' })}`}
      </Button>
      <Text size="sm" c="dimmed">
        <Trans>The grid is a starting point: drag each desk on the map to where it stands.</Trans>
      </Text>
    </Group>
  )
