import { Center, Loader } from '@mantine/core'

/** Takes the height of what is about to come, so that nothing jumps. */
export const LoadingState = ({ height = 240, label = 'Loading' }: { height?: number; label?: string }) => (
  <Center h={height} role="status" aria-label={label}>
    <Loader size="sm" />
  </Center>
)
