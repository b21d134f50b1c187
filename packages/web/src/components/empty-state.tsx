import { Center, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Says that there is nothing, why, and what to do about it. */
export const EmptyState = ({ title, children, height = 240 }: { title: string; children?: ReactNode; height?: number }) => (
  <Center mih={height}>
    <Stack gap={4} align="center" maw={460} ta="center">
      <Text fw={600}>{title}</Text>
      {children ? (
        <Text component="div" c="dimmed" size="sm">
          {children}
        </Text>
      ) : null}
    </Stack>
  </Center>
)
