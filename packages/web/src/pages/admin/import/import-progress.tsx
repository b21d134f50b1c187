import { Group, Loader, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** What is going on, and since when. The service answers when it is done. */
export const ImportProgress = ({ isApplying }: { isApplying: boolean }) => {
  const [seconds, setSeconds] = useState(0)
  useInterval(() => setSeconds((before) => before + 1), 1000, { autoInvoke: true })
  return (
    <Group mih={64} gap="sm">
      <Loader size="sm" aria-hidden="true" />
      <Text size="sm">
        {isApplying ? 'Importing. Leaving the page ends it, and nothing is changed then.' : 'Checking the file.'}
      </Text>
      <Text size="sm" c="dimmed" aria-hidden="true">
        {seconds} s
      </Text>
    </Group>
  )
}
