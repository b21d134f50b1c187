import { expect, it } from 'vitest'
import { encodeProtobuf } from './encode.ts'

/** Requests, and their bytes as the Python package opentelemetry-proto writes them. */
const TRACES = {
  resourceSpans: [
    {
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: 'rollcall' } },
          { key: 'n', value: { intValue: '-3' } },
          { key: 'ratio', value: { doubleValue: 0.25 } },
        ],
      },
      scopeSpans: [
        {
          scope: { name: 'rollcall', version: '0.1.0' },
          spans: [
            {
              traceId: '0af7651916cd43dd8448eb211c80319c',
              spanId: 'b7ad6b7169203331',
              traceState: 'a=1',
              parentSpanId: '00f067aa0ba902b7',
              name: 'GET /v1/users/:id',
              kind: 2,
              startTimeUnixNano: '1764000000123456000',
              endTimeUnixNano: '1764000000223456000',
              attributes: [{ key: 'http.response.status_code', value: { intValue: '503' } }],
              status: { code: 2 },
              flags: 1,
            },
          ],
        },
      ],
    },
  ],
}
const TRACE_BYTES = [
  '0ada010a420a1a0a0c736572766963652e6e616d65120a0a08726f6c6c63616c6c0a100a016e120b18fdffffffffffffffff010a120a05726174696f',
  '120921000000000000d03f1293010a110a08726f6c6c63616c6c1205302e312e30127e0a100af7651916cd43dd8448eb211c80319c1208b7ad6b7169',
  '2033311a03613d31220800f067aa0ba902b72a11474554202f76312f75736572732f3a696430023900ca256fa7fc7a184100ab1b75a7fc7a184a200a',
  '19687474702e726573706f6e73652e7374617475735f636f6465120318f7037a021802850101000000',
].join('')

const METRICS = {
  resourceMetrics: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'rollcall' } }] },
      scopeMetrics: [
        {
          scope: { name: 'rollcall', version: '0.1.0' },
          metrics: [
            {
              name: 'g',
              description: 'A gauge',
              gauge: {
                dataPoints: [
                  {
                    startTimeUnixNano: '1764000000000000000',
                    timeUnixNano: '1764000060000000000',
                    attributes: [],
                    asDouble: -1.5,
                  },
                ],
              },
            },
            {
              name: 'c',
              description: 'A counter',
              sum: {
                dataPoints: [
                  {
                    startTimeUnixNano: '1764000000000000000',
                    timeUnixNano: '1764000060000000000',
                    attributes: [{ key: 'outcome', value: { stringValue: 'accepted' } }],
                    asDouble: 300,
                  },
                ],
                aggregationTemporality: 2,
                isMonotonic: true,
              },
            },
            {
              name: 'h',
              description: 'A histogram',
              histogram: {
                dataPoints: [
                  {
                    startTimeUnixNano: '1764000000000000000',
                    timeUnixNano: '1764000060000000000',
                    count: '4',
                    sum: 12.5,
                    bucketCounts: ['1', '2', '1'],
                    explicitBounds: [0.1, 10],
                    attributes: [{ key: 'route', value: { stringValue: '/v1/presence' } }],
                  },
                ],
                aggregationTemporality: 2,
              },
            },
          ],
        },
      ],
    },
  ],
}
const METRIC_BYTES = [
  '0aac020a1c0a1a0a0c736572766963652e6e616d65120a0a08726f6c6c63616c6c128b020a110a08726f6c6c63616c6c1205302e312e30122b0a0167',
  '1207412067617567652a1d0a1b110000ca67a7fc7a181900581160b5fc7a1821000000000000f8bf12480a016312094120636f756e7465723a380a32',
  '110000ca67a7fc7a181900581160b5fc7a18210000000000c072403a150a076f7574636f6d65120a0a08616363657074656410021801127f0a016812',
  '0b4120686973746f6772616d4a6d0a69110000ca67a7fc7a181900581160b5fc7a182104000000000000002900000000000029403218010000000000',
  '0000020000000000000001000000000000003a109a9999999999b93f00000000000024404a170a05726f757465120e0a0c2f76312f70726573656e63',
  '651002',
].join('')

it.each([
  ['traces', TRACES, TRACE_BYTES],
  ['metrics', METRICS, METRIC_BYTES],
])('writes %s byte by byte as the library of OpenTelemetry does', (_, request, bytes) => {
  expect(encodeProtobuf(request).toString('hex')).toBe(bytes)
})
