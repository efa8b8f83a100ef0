import { configureStore, createSlice } from '@reduxjs/toolkit';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { island } from 'sitegen';

const counter = createSlice({ name: 'counter', initialState: 0, reducers: { added: (count) => count + 1 } });
const store = configureStore({ reducer: { counter: counter.reducer } });

function Counter() {
  const count = useSelector((state) => state.counter);
  const dispatch = useDispatch();
  return <button onClick={() => dispatch(counter.actions.added())}>Count {count}</button>;
}

export default island('redux-toolkit', () => (
  <Provider store={store}>
    <Counter />
  </Provider>
));
