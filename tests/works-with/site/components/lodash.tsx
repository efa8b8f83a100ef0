import { capitalize, sum } from 'lodash';

export default function Total() {
  return <p>{`${capitalize('total')} ${sum([1, 2])}`}</p>;
}
