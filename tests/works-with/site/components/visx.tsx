import { Group } from '@visx/group';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

const height = scaleLinear({ domain: [0, 10], range: [0, 100] });

export default function Chart() {
  return (
    <svg width="100" height="100" role="img" aria-label="Chart">
      <Group>
        {[3, 7].map((value, index) => (
          <Bar key={value} x={index * 20} width={10} height={height(value)} />
        ))}
      </Group>
    </svg>
  );
}
