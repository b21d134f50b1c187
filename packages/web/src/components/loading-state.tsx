import { Skeleton, Stack } from '@mantine/core'

const LINE = 44
const LINES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** Takes the height of what is about to come, so that nothing jumps. */
export const LoadingState = ({ height = 240, label = 'Loading' }: { height?: number; label?: string }) => (
  <Stack h={height} gap={12} role="status" aria-label={label} style={{ overflow: 'hidden' }}>
    {LINES.slice(0, Math.max(1, Math.floor(height / LINE))).map((line, index) => (
      <Skeleton key={line} h={LINE - 12} w={`${100 - (index % 3) * 8}%`} />
    ))}
  </Stack>
)

/** In place of a page until it is there: its heading and what is below. */
export const PageSkeleton = () => (
  <Stack gap="md">
    <Skeleton h={32} w="min(280px, 60%)" />
    <LoadingState height={420} />
  </Stack>
)
