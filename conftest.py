pytest_plugins = ["apps.core.testing.fixtures"]
